import { expect, test } from 'vitest';
import { openDrafts } from './drafts.ts';

const began = {
  apiKey: '',
  endpoint: 'https://api.x.ai/v1',
  model: 'grok-2-1212',
  keyFrom: 'saved',
} as const;
const typed = { ...began, apiKey: 'xai-half', keyFrom: 'typed' } as const;

test('what is typed is there when the dialog opens again', () => {
  const drafts = openDrafts();
  drafts.keep('grok', typed, began);
  expect(drafts.of('grok')).toEqual(typed);
  expect(drafts.latest()).toBe('grok');
});

test('each provider has its own, and the one touched last comes first', () => {
  const drafts = openDrafts();
  drafts.keep('grok', typed, began);
  drafts.keep('openai', { ...typed, apiKey: 'sk-half' }, began);
  drafts.keep('grok', typed, began);
  expect(drafts.latest()).toBe('grok');
  expect(drafts.of('openai')?.apiKey).toBe('sk-half');
});

test('what reads like the saved setting is no draft', () => {
  const drafts = openDrafts();
  drafts.keep('grok', typed, began);
  drafts.keep('grok', { ...began, keyFrom: 'typed' }, began);
  expect(drafts.of('grok')).toBeNull();
  expect(drafts.latest()).toBeNull();
});

test('a saved draft is gone', () => {
  const drafts = openDrafts();
  drafts.keep('grok', typed, began);
  drafts.drop('grok');
  expect(drafts.of('grok')).toBeNull();
});
