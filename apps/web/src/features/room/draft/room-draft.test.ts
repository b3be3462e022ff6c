import { afterEach, expect, test, vi } from 'vitest';
import { fakeStorage } from '../../../lib/testing/stored.ts';
import { question } from '../../messages/testing/sample-messages.ts';
import { openPostFiles } from '../engine/post-files.ts';
import { openRoomDraft } from './room-draft.ts';

afterEach(() => vi.unstubAllGlobals());

const noFiles = () =>
  openPostFiles({
    upload: () => Promise.reject(),
    reasonOf: String,
    onTooMany() {},
  });

/** What a page that is loaded anew finds. */
const roomDraft = (user_id: string, space_id: string) => openRoomDraft(user_id, space_id, noFiles());

/** Continues in this tab, which has its own storage. */
function inTab({ read, write, remove }: Tab) {
  vi.stubGlobal('sessionStorage', { getItem: read, setItem: write, removeItem: remove });
}

type Tab = ReturnType<typeof fakeStorage>;

const offRecord = { isOffRecord: true, replyTo: null };

test('a draft comes back as it was left: off the record, and as a reply', () => {
  const draft = roomDraft('ada', 'letters');
  draft.write('Between us');
  draft.setOptions({ isOffRecord: true, replyTo: 'm1' });
  draft.flush();
  const again = roomDraft('ada', 'letters');
  expect(again.read()).toBe('Between us');
  expect(again.options()).toEqual({ isOffRecord: true, replyTo: 'm1' });
});

test('each person has their own draft in each space', () => {
  const draft = roomDraft('grace', 'letters');
  expect(draft.read()).toBe('');
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
  draft.write('Between us');
  draft.flush();
  inTab(second);
  act(empty);
  for (const reloaded of [second, fakeStorage()]) {
    inTab(reloaded);
    const found = roomDraft('ada', tab);
    expect([found.read(), found.options()]).toEqual(['Between us', offRecord]);
  }
});

test('the text and how it is to be posted are of the same moment', () => {
  inTab(fakeStorage());
  const draft = roomDraft('ada', 'moment');
  draft.write('To all');
  draft.flush();
  const tab = fakeStorage();
  inTab(tab);
  const found = roomDraft('ada', 'moment');
  expect(found.options()).toEqual({ isOffRecord: false, replyTo: null });
  inTab(fakeStorage());
  draft.write('Between us');
  draft.setOptions(offRecord);
  draft.flush();
  inTab(tab);
  expect(found.read()).toBe('To all');
});

test('a draft taken off the record in another tab than its own stays so after a reload there', () => {
  inTab(fakeStorage());
  const draft = roomDraft('ada', 'toggled');
  draft.write('Between us');
  draft.flush();
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
  draft.write('Between us');
  draft.write('');
  expect(roomDraft('ada', 'between').options()).toEqual(offRecord);
  inTab(fakeStorage());
  expect(roomDraft('ada', 'between').options().isOffRecord).toBe(false);
});

test('the posts that are being edited count once their text has changed', () => {
  const { edits, editCount } = roomDraft('ada', 'edits');
  edits.dispatch({ type: 'edit-begun', message: question('m1', 'Hello') });
  expect(editCount()).toBe(0);
  edits.dispatch({ type: 'text-changed', id: 'm1', text: 'Hello there' });
  expect(editCount()).toBe(1);
});
