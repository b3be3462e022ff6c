import { conversation } from './conversation.ts';
import { addressOf, watchOpened } from './opening.ts';
import { openPage } from './page.ts';
import type { PageQuestion } from './question.ts';
import { storeSetting } from './reply.ts';

const lengths = [200, 1_000, 5_000, 20_000] as const;
const id = '019bb000-0000-7000-8000-000000000001';

const named = (what: string, length: number) => `${what}${length}`;

export const openStored: PageQuestion = {
  name: 'open-stored',
  asks: 'A conversation that this browser stores, nothing else cached: when is its last message on the screen, and when is all of it there?',
  sides: ['floor', 'ours'],
  takes: ({ quick }) => (quick ? 10 : 40),
  rows: lengths.flatMap((length) => [
    { says: `${length} messages: the last on the screen`, of: named('shown', length), unit: 'ms' as const },
    { says: `${length} messages: all there`, of: named('all', length), unit: 'ms' as const },
    { says: `${length} messages: longest task after that`, of: named('task', length), unit: 'ms' as const },
  ]),
  async measure(side, world, { quick }) {
    const sample: Record<string, number> = {};
    for (const length of quick || side === 'floor' ? lengths.slice(0, 1) : lengths) {
      const page = await openPage(world.browser);
      try {
        await page.before(storeSetting, { endpoint: world.api });
        if (side === 'ours') {
          await page.go(`${world.url.ours}/../healthz`);
          await page.ask(
            `(${store})(${JSON.stringify({ id, all: JSON.stringify(messages(length)) })})`,
            120_000,
          );
          await page.send('Network.clearBrowserCache');
        }
        await page.before(watchTasks, {});
        await watchOpened(page, length);
        await page.go(side === 'floor' ? addressOf(side, world, length) : `${world.url.ours}/${id}`);
        sample[named('shown', length)] = await page.ask<number>('benchOpening.shown');
        if (side === 'floor') continue;
        sample[named('all', length)] = await page.ask<number>(`(${allThere})(${length})`);
        const tasks = await page.ask<{ at: number; duration: number }[]>('benchTasks');
        const later = tasks.filter(({ at }) => at > (sample[named('shown', length)] ?? 0));
        sample[named('task', length)] = Math.max(0, ...later.map(({ duration }) => duration));
      } finally {
        await page.close();
      }
    }
    return sample;
  },
};

/** Rows as features/sync stores them, each following the one before. */
function messages(count: number) {
  const idOf = (at: number) => `019bb000-0000-7000-9000-${at.toString(16).padStart(12, '0')}`;
  return conversation(Math.min(count, 5_000))
    .concat(...Array.from({ length: Math.max(0, count / 5_000 - 1) }, () => conversation(5_000)))
    .map(({ role, markdown }, at) => ({
      conversation_id: id,
      message_id: idOf(at),
      parent_id: at === 0 ? null : idOf(at - 1),
      role,
      created_at: Date.UTC(2026, 0, 1) + at * 60_000,
      body: markdown,
      reasoning: '',
      run_id: null,
      ended_at: Date.UTC(2026, 0, 1) + at * 60_000,
      seq: 0,
      details: null,
      fields: {},
      pending: null,
      revision: 1,
    }));
}

/** The schema is that of features/sync/indexed-db.ts. */
async function store({ id, all }: { id: string; all: string }): Promise<void> {
  const rows = JSON.parse(all) as { message_id: string; created_at: number }[];
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('polylogue.store.guest', 1);
    opening.onupgradeneeded = () => {
      const db = opening.result;
      const conversations = db.createObjectStore('conversations', { keyPath: 'conversation_id' });
      conversations.createIndex('pending', 'pending_since');
      conversations.createIndex('age', 'last_message_at');
      db.createObjectStore('messages', { keyPath: ['conversation_id', 'message_id'] }).createIndex(
        'pending',
        'pending_since',
      );
      db.createObjectStore('chunks', { keyPath: ['message_id', 'run_id', 'offset', 'reasoning_offset'] });
      db.createObjectStore('files');
      db.createObjectStore('usage', { keyPath: 'usage_id' });
      db.createObjectStore('meta');
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const last = rows.at(-1);
  const at = last?.created_at ?? 0;
  const transaction = db.transaction(['conversations', 'messages'], 'readwrite');
  transaction.objectStore('conversations').put({
    conversation_id: id,
    created_at: at,
    last_message_at: at,
    synced: null,
    pending: { leaf: [last?.message_id, at], title: ['A long conversation', at] },
    revision: 1,
    seq_seen: 0,
    is_complete: true,
    opened_at: at,
  });
  for (const row of rows) transaction.objectStore('messages').put(row);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
}

/** The page's time at which the list says that it has so many messages. */
function allThere(count: number): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const size = document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize');
      if (Number(size) === count) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

function watchTasks(): void {
  const tasks: { at: number; duration: number }[] = [];
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) tasks.push({ at: task.startTime, duration: task.duration });
  }).observe({ type: 'longtask', buffered: true });
  Object.assign(globalThis, { benchTasks: tasks });
}
