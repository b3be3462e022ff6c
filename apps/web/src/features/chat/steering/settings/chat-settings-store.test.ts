import { expect, test } from 'vitest';
import { asQuestion, hasChatSettings, openChatSettings } from './chat-settings-store.ts';

test('initially nothing is set, and nothing is sent', () => {
  const settings = openChatSettings();
  expect(hasChatSettings(settings.read())).toBe(false);
  expect(asQuestion(settings.read())).toEqual({});
});

test('the settings of a chat go along with its next question, trimmed [COST-14]', () => {
  const settings = openChatSettings();
  settings.dispatch({ type: 'setting-changed', change: { instructions: '  Be brief.\n', effort: 'low' } });
  settings.dispatch({ type: 'setting-changed', change: { temperature: 0, maxTokens: 500 } });
  expect(asQuestion(settings.read())).toEqual({
    instructions: 'Be brief.',
    effort: 'low',
    temperature: 0,
    maxTokens: 500,
  });
});
