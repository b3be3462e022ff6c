import { afterEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../../../../lib/testing/stored.ts';
import { roomDraft } from './room-draft.ts';

afterEach(() => vi.unstubAllGlobals());

/** Continues in this tab, which has its own storage. */
function inTab({ read, write, remove }: Tab) {
  vi.stubGlobal('sessionStorage', { getItem: read, setItem: write, removeItem: remove });
}

type Tab = ReturnType<typeof fakeStorage>;

const offRecord = { isOffRecord: true, replyTo: null };

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

test.each([
  ['a tab in which nothing was typed', () => {}],
  [
    'a tab in which only another message was to be replied to',
    (draft: ReturnType<typeof roomDraft>) => draft.setOptions({ isOffRecord: false, replyTo: 'm1' }),
  ],
])('a draft that is off the record in one tab is so in %s', (tab, act) => {
  const [first, second] = [fakeStorage(), fakeStorage()];
  inTab(second);
  const empty = roomDraft('ada', tab);
  empty.setOptions(empty.options());
  inTab(first);
  const draft = roomDraft('ada', tab);
  draft.setOptions(offRecord);
  draft.text.write('Between us');
  draft.text.flush();
  inTab(second);
  act(empty);
  for (const reloaded of [second, fakeStorage()]) {
    inTab(reloaded);
    const found = roomDraft('ada', tab);
    expect([found.text.read(), found.options()]).toEqual(['Between us', offRecord]);
  }
});

test('the text and how it is to be posted are of the same moment', () => {
  inTab(fakeStorage());
  const draft = roomDraft('ada', 'moment');
  draft.text.write('To all');
  draft.text.flush();
  const tab = fakeStorage();
  inTab(tab);
  const found = roomDraft('ada', 'moment');
  expect(found.options()).toEqual({ isOffRecord: false, replyTo: null });
  inTab(fakeStorage());
  draft.text.write('Between us');
  draft.setOptions(offRecord);
  draft.text.flush();
  inTab(tab);
  expect(found.text.read()).toBe('To all');
});

test('a draft taken off the record in another tab than its own stays so after a reload there', () => {
  inTab(fakeStorage());
  const draft = roomDraft('ada', 'toggled');
  draft.text.write('Between us');
  draft.text.flush();
  const other = fakeStorage();
  inTab(other);
  roomDraft('ada', 'toggled').setOptions(offRecord);
  const again = roomDraft('ada', 'toggled');
  expect(again.options()).toEqual(offRecord);
});

test('who writes off the record still does after a reload between two messages', () => {
  inTab(fakeStorage());
  const draft = roomDraft('ada', 'between');
  draft.setOptions(offRecord);
  draft.text.write('Between us');
  draft.text.write('');
  expect(roomDraft('ada', 'between').options()).toEqual(offRecord);
  inTab(fakeStorage());
  expect(roomDraft('ada', 'between').options().isOffRecord).toBe(false);
});
