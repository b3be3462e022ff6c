import { expect, test } from 'vitest';
import { missingFrom } from './before-sending.ts';

const stored = (apiKey: string) =>
  ({
    state: 'set',
    setting: { type: 'anthropic', config: { apiKey, endpoint: 'https://api.anthropic.com', model: 'm' } },
    keyOrigin: null,
    problem: null,
  }) as const;

test('without a provider the user is sent to the settings [SEND-02]', () => {
  expect(missingFrom({ state: 'none' })).toEqual({
    title: 'No AI Provider Selected',
    text: 'Please select an AI provider in settings and configure your API key',
  });
});

test('with an empty key, the sentence says which key is missing [SEND-03]', () => {
  expect(missingFrom(stored(''))).toEqual({
    title: 'Claude 3.5 Sonnet API Key Required',
    text: 'Please add your Claude 3.5 Sonnet API key in settings to continue',
  });
});

test.each(['sk-ant-1', 'none'])('with the key “%s” nothing is missing', (apiKey) =>
  expect(missingFrom(stored(apiKey))).toBeNull(),
);

test('an unsupported provider is not missing: the answer says what is wrong with it', () => {
  expect(missingFrom({ state: 'unsupported', provider: 'skynet' })).toBeNull();
});
