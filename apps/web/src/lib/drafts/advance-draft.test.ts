import { expect, test } from 'vitest';
import { advanceDraft, type DraftEvent, type DraftState } from './advance-draft.ts';

type Event = DraftEvent<string>;

const source = { entry: 'draft', text: 'Hello' };
const found: Event = { type: 'found', draft: { text: 'Hello', options: 'loud', source, isOwn: false } };
const changed: Event = { type: 'changed', text: 'Hello Ada', options: 'quiet' };
const after = (...events: readonly Event[]) => events.reduce<DraftState<string> | null>(advanceDraft, null);

test('a text that was found is only shown until it is changed here', () => {
  expect(after(found)).toEqual({ text: 'Hello', options: 'loud', source, isOwn: false, storing: 'stored' });
  expect(after(found, changed)).toMatchObject({ text: 'Hello Ada', options: 'quiet', source, isOwn: true });
});

test('a text that is typed before the stored one was looked for replaces none', () => {
  expect(after(changed)).toMatchObject({ text: 'Hello Ada', source: null, isOwn: true });
});

test('what became of a text is known until it is stored again', () => {
  const here = { entry: 'draft', text: 'Hello Ada' };
  expect(after(found, changed, { type: 'stored', storing: 'refused', source })).toMatchObject({
    storing: 'refused',
    source,
  });
  expect(after(found, changed, { type: 'stored', storing: 'stored', source: here })).toMatchObject({
    storing: 'stored',
    source: here,
  });
});

test('another tab takes a text that is only shown here, and none that was changed or stored', () => {
  const taken: Event = { type: 'taken' };
  expect(after(found, taken)).toMatchObject({ text: '', source: null });
  expect(after(found, changed, taken)?.text).toBe('Hello Ada');
  expect(after(found, { type: 'stored', storing: 'stored', source }, taken)?.text).toBe('Hello');
  expect(after(taken)).toBeNull();
});
