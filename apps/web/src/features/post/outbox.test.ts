import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { fakeArea } from '../../lib/testing/stored.ts';
import { openOutbox, outboxEntry, unsentBySpace, unsentPosts, type WaitingPost } from './outbox.ts';

let tab: EventTarget;

beforeEach(() => {
  tab = new EventTarget();
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
});
afterEach(() => vi.unstubAllGlobals());

let count = 0;

/** A tab whose storage has room for one post, and what other tabs write there. */
function start() {
  const space_id = `s${++count}`;
  const entry = outboxEntry('ada', space_id);
  const area = fakeArea() as Storage;
  const { setItem } = area;
  function value(name: string, text: string) {
    if (Object.keys(area).some((one) => one !== name)) throw new DOMException('Full.', 'QuotaExceededError');
    setItem.call(area, name, text);
  }
  Object.defineProperty(area, 'setItem', { value });
  const storage = safeStorage(() => area);
  const outbox = openOutbox(storage, entry);
  let shown: string[] = [];
  outbox.listen(() => {
    shown = bodies();
  });
  /** Another tab has sent all that it knows, and written another post. */
  function otherTab(written?: WaitingPost) {
    const names = Object.keys(area);
    for (const name of names) area.removeItem(name);
    const added = written && outboxEntry('ada', space_id).concat('.', written.message_id);
    if (added) area.setItem(added, JSON.stringify(written));
    for (const key of [...names, added ?? []].flat())
      tab.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: area }));
  }
  const bodies = () => outbox.read().map(({ body }) => body);
  const again = () => openOutbox(storage, entry);
  return { outbox, otherTab, bodies, shown: () => shown, again, storage, space_id };
}

const post = (body: string): WaitingPost => ({
  ...{ message_id: body, body, at: 0, failed: null },
  ...{ reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null },
});

test('a post that did not fit into storage is still there after another tab has sent the one before it', () => {
  const { outbox, otherTab, bodies, again, storage } = start();
  expect(outbox.add(post('One'))).toBe(true);
  expect(outbox.add(post('Two'))).toBe(false);
  expect(unsentPosts(storage).isLostWithTab()).toBe(true);
  expect(bodies()).toEqual(['One', 'Two']);
  otherTab();
  expect(bodies()).toEqual(['Two']);
  // For example the room, opened again.
  expect(again().read()).toEqual(outbox.read());
  outbox.remove('Two');
});

test('a post that did not fit into storage is gone once it is sent, and keeps why it was refused', () => {
  const { outbox, otherTab, bodies, shown } = start();
  outbox.add(post('One'));
  outbox.add(post('Two'));
  outbox.change('Two', { failed: 'Too long.' });
  otherTab(post('Three'));
  expect(outbox.read()).toMatchObject([{ body: 'Three' }, { body: 'Two', failed: 'Too long.' }]);
  outbox.remove('Two');
  expect(shown()).toEqual(['Three']);
  expect(bodies()).toEqual(['Three']);
  otherTab();
  expect(bodies()).toEqual([]);
});

test('once there is room for a post, another tab can send it', () => {
  const { outbox, otherTab, bodies } = start();
  outbox.add(post('One'));
  outbox.add(post('Two'));
  outbox.remove('One');
  otherTab();
  expect(bodies()).toEqual([]);
});

test('signing out counts all posts that wait, those that did not fit into storage included [SPACE-60]', () => {
  const { outbox, otherTab, storage, space_id } = start();
  const { words, isLostWithTab } = unsentPosts(storage);
  outbox.add(post('One'));
  outbox.add(post('Two'));
  expect([words(), unsentBySpace(storage, 'ada')]).toEqual([
    '2 unsent messages in spaces',
    { [space_id]: 2 },
  ]);
  // What another tab writes there is all that storage has now.
  otherTab();
  expect([words(), unsentBySpace(storage, 'ada')]).toEqual([
    'an unsent message in a space',
    { [space_id]: 1 },
  ]);
  expect(unsentBySpace(storage, 'bob')).toEqual({});
  outbox.remove('Two');
  expect([words(), isLostWithTab()]).toEqual([null, false]);
});
