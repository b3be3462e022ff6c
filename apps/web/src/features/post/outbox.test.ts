import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { safeStorage } from '../../lib/state/storage.ts';
import { isPostAtRisk, openOutbox, type WaitingPost } from './outbox.ts';

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
  const entry = `posts ${++count}`;
  const entries = new Map<string, string>();
  const area = {
    getItem: (name: string) => entries.get(name) ?? null,
    removeItem: (name: string) => void entries.delete(name),
    setItem(name: string, value: string) {
      if (JSON.parse(value).length > 1) throw new DOMException('Full.', 'QuotaExceededError');
      entries.set(name, value);
    },
  } as Storage;
  const storage = safeStorage(() => area);
  const outbox = openOutbox(storage, entry);
  let shown: string[] = [];
  outbox.listen(() => {
    shown = bodies();
  });
  function otherTab(posts: readonly WaitingPost[]) {
    if (posts.length > 0) entries.set(entry, JSON.stringify(posts));
    else entries.delete(entry);
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: entry, storageArea: area }));
  }
  const bodies = () => outbox.read().map(({ body }) => body);
  return { outbox, otherTab, bodies, shown: () => shown, again: () => openOutbox(storage, entry) };
}

const post = (body: string): WaitingPost => ({
  ...{ message_id: body, body, at: 0, failed: null },
  ...{ reply_to: null, files: [], is_off_record: false, turn_id: null, wants: null },
});

test('a post that did not fit into storage is still there after another tab has sent the one before it', () => {
  const { outbox, otherTab, bodies, again } = start();
  expect(outbox.add(post('One'))).toBe(true);
  expect(outbox.add(post('Two'))).toBe(false);
  expect(isPostAtRisk()).toBe(true);
  expect(bodies()).toEqual(['One', 'Two']);
  otherTab([]);
  expect(bodies()).toEqual(['Two']);
  // For example the room, opened again.
  expect(again().read()).toEqual(outbox.read());
});

test('a post that did not fit into storage is gone once it is sent, and keeps why it was refused', () => {
  const { outbox, otherTab, bodies, shown } = start();
  outbox.add(post('One'));
  outbox.add(post('Two'));
  outbox.change('Two', { failed: 'Too long.' });
  otherTab([post('Three')]);
  expect(outbox.read()).toMatchObject([{ body: 'Three' }, { body: 'Two', failed: 'Too long.' }]);
  outbox.remove('Two');
  expect(shown()).toEqual(['Three']);
  expect(bodies()).toEqual(['Three']);
  otherTab([]);
  expect(bodies()).toEqual([]);
});

test('once there is room for a post, another tab can send it', () => {
  const { outbox, otherTab, bodies } = start();
  outbox.add(post('One'));
  outbox.add(post('Two'));
  outbox.remove('One');
  otherTab([]);
  expect(bodies()).toEqual([]);
});
