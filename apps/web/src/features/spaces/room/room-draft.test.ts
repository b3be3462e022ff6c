import { expect, test } from 'vitest';
import { roomDraft } from './room-draft.ts';

test('a draft comes back as it was left: off the record, and as a reply', () => {
  const draft = roomDraft('ada', 'letters');
  draft.text.write('Between us');
  draft.setOptions({ isOffRecord: true, replyTo: 'm1' });
  draft.text.flush();
  const again = roomDraft('ada', 'letters');
  expect(again.text.read()).toBe('Between us');
  expect(again.options()).toEqual({ isOffRecord: true, replyTo: 'm1' });
});

test('each person has their own draft in each space', () => {
  const draft = roomDraft('grace', 'letters');
  expect(draft.text.read()).toBe('');
  expect(draft.options()).toEqual({ isOffRecord: false, replyTo: null });
});
