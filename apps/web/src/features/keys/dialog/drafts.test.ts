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
  drafts.store({ type: 'grok' }, typed, began);
  expect(drafts.of({ type: 'grok' })).toEqual(typed);
  expect(drafts.latest()).toEqual({ type: 'grok' });
});

test('each provider has its own draft, and the one changed last comes first', () => {
  const drafts = openDrafts();
  drafts.store({ type: 'grok' }, typed, began);
  drafts.store({ type: 'openai' }, { ...typed, apiKey: 'sk-half' }, began);
  drafts.store({ type: 'grok' }, typed, began);
  expect(drafts.latest()).toEqual({ type: 'grok' });
  expect(drafts.of({ type: 'openai' })?.apiKey).toBe('sk-half');
});

test('fields that match the saved setting are not a draft', () => {
  const drafts = openDrafts();
  drafts.store({ type: 'grok' }, typed, began);
  drafts.store({ type: 'grok' }, { ...began, keyFrom: 'typed' }, began);
  expect(drafts.of({ type: 'grok' })).toBeNull();
  expect(drafts.latest()).toBeNull();
});

test('a saved draft is removed', () => {
  const drafts = openDrafts();
  drafts.store({ type: 'grok' }, typed, began);
  drafts.drop({ type: 'grok' });
  expect(drafts.of({ type: 'grok' })).toBeNull();
});
