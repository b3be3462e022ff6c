import { openPage, type Page } from './page.ts';
import type { PageQuestion, Sample } from './question.ts';
import { storeSetting } from './reply.ts';
import { quantile } from './statistics.ts';
import { storeConversations } from './stored.ts';

/** Bytes of a message, messages of a conversation, and conversations. */
const messageBytes = 2_000;
const length = 250;
const many = 400;

export const searchHere: PageQuestion = {
  name: 'search-here',
  asks: 'A guest’s conversations of 200 MB in this browser: how soon are words found, and does the page stay quick?',
  sides: ['ours'],
  takes: ({ quick }) => (quick ? 30 : 120),
  rows: [
    { says: 'first finds after Enter', of: 'first', unit: 'ms' },
    { says: 'a word that only the oldest has: all are searched', of: 'all', unit: 'ms' },
    { says: 'longest task of the page meanwhile', of: 'longest', unit: 'ms' },
    { says: 'first finds of another word that is looked for meanwhile', of: 'instead', unit: 'ms' },
    { says: 'in the palette: first messages after a key, p95', of: 'keyP95', unit: 'ms' },
  ],
  async measure(_side, world, { quick }) {
    const page = await openPage(world.browser);
    try {
      await page.before(storeSetting, { endpoint: world.api });
      await page.go(`${world.url.ours}/../healthz`);
      await storeConversations(page, []);
      const shape = { many: quick ? 20 : many, length, messageBytes };
      await page.ask(`(${fill})(${JSON.stringify(shape)})`, 240_000);
      await page.go(`${world.url.ours}/../search`);
      await page.ask(`(${shown})('search input')`);
      // Once in vain: the worker has come then.
      await found(page, 'common');
      await look(page, '');
      await page.ask(`(${gone})(${JSON.stringify(finds)})`);
      const first = await found(page, 'common');
      await page.ask(`(${watchTasks})()`);
      const all = await found(page, 'rareinoldest');
      const longest = await page.ask<number>('globalThis.longestTask');
      await look(page, 'nowhere');
      const instead = await found(page, 'common');
      return { first, all, longest, instead, keyP95: await keys(page) };
    } finally {
      await page.close();
    }
  },
};

const finds = 'main section li';
const foundInPalette = '[role=listbox] [role=group][aria-label=Messages] [role=option]';

/** Types a word into the box of the page, or empties it, and presses Enter. */
async function look(page: Page, word: string) {
  await page.ask(`(${selected})()`);
  await (word === '' ? page.ask(`document.execCommand('delete')`) : page.type(word));
  await page.press('Enter');
}

/** Milliseconds from Enter until there is a find. */
async function found(page: Page, word: string): Promise<number> {
  await look(page, word);
  const began = await page.ask<number>('performance.now()');
  const args = JSON.stringify([finds, word]).slice(1, -1);
  return (await page.ask<number>(`(${shown})(${args})`, 120_000)) - began;
}

/** Milliseconds from a key until the first messages with what is typed are about to be painted. */
async function keys(page: Page): Promise<number> {
  const times: Sample[string][] = [];
  await page.ask(
    `document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true }))`,
  );
  await page.ask(`(${shown})('[role=combobox]:focus')`);
  // Beginnings of words, of which the first letter alone is none.
  for (const [first, second] of ['co', '1a', '2k', '3z', '4e', '5r', '6g', '7t', '8b', '9m']) {
    await page.ask('document.activeElement.select()');
    await page.press(first ?? '');
    await page.ask(`(${gone})(${JSON.stringify(foundInPalette)})`);
    await page.ask(`(${watchKey})(${JSON.stringify(foundInPalette)})`);
    await page.press(second ?? '');
    times.push(await page.ask<number>('globalThis.keyShown'));
  }
  return quantile(times, 0.95);
}

function selected() {
  const box = document.querySelector<HTMLInputElement>('search input');
  if (!box) throw new Error('There is no box.');
  box.focus();
  box.select();
}

/** When an element is there, with this word marked in it if one is given. */
function shown(selector: string, word?: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      const is = [...document.querySelectorAll(selector)].some(
        (one) => word === undefined || one.querySelector('mark')?.textContent === word,
      );
      if (is) resolve(performance.now());
      else requestAnimationFrame(check);
    };
    check();
  });
}

/** When there is no such element any more. */
function gone(selector: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => (document.querySelector(selector) ? requestAnimationFrame(check) : resolve());
    check();
  });
}

function watchTasks() {
  const page = globalThis as { longestTask?: number };
  page.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      page.longestTask = Math.max(page.longestTask ?? 0, duration);
  }).observe({ type: 'longtask' });
}

/** Notes how long after the next key such an element is about to be painted. */
function watchKey(selector: string) {
  const page = globalThis as { keyShown?: Promise<number> };
  page.keyShown = new Promise((resolve) => {
    addEventListener(
      'keydown',
      () => {
        const began = performance.now();
        const check = () => {
          if (document.querySelector(selector)) resolve(performance.now() - began);
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      },
      { once: true, capture: true },
    );
  });
}

/** Fills the store of a guest, a conversation at a time. The schema is that of features/sync/storage/indexed-db.ts. */
async function fill({ many, length, messageBytes }: { many: number; length: number; messageBytes: number }) {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('polylogue.store.guest');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const end = Date.now();
  const words = Array.from({ length: 4_000 }, (_, at) => (at * 7_919 + 11).toString(36));
  const id = (a: number, b: number) =>
    `019bb000-0000-7000-${(0x8000 + (a % 0x3fff)).toString(16)}-${(a * 1_000 + b).toString(16).padStart(12, '0')}`;
  for (let of = 0; of < many; of += 1) {
    const writing = db.transaction(['conversations', 'messages'], 'readwrite');
    const conversation_id = id(of, 0);
    const at = end - of * 3_600_000;
    writing.objectStore('conversations').put({
      conversation_id,
      created_at: at,
      last_message_at: at,
      synced: null,
      pending: { title: [`Conversation number ${of}`, at] },
      revision: 1,
      seq_seen: 0,
      is_complete: true,
      opened_at: at,
    });
    for (let number = 1; number <= length; number += 1) {
      let body = number % 10 === 0 ? 'common ' : '';
      if (of === many - 1 && number === 1) body = 'rareinoldest ';
      for (let at = number * 31 + of; body.length < messageBytes; at += 17)
        body += `${words[at % words.length]} `;
      writing.objectStore('messages').put({
        conversation_id,
        message_id: id(of, number),
        parent_id: number === 1 ? null : id(of, number - 1),
        role: number % 2 === 1 ? 'user' : 'assistant',
        created_at: at - (length - number) * 1_000,
        body,
        reasoning: '',
        run_id: null,
        ended_at: at,
        seq: 0,
        details: null,
        fields: {},
        pending: null,
        revision: 1,
      });
    }
    await new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onerror = () => reject(writing.error);
    });
  }
  db.close();
}
