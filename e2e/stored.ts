import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Member } from './account.ts';
import { beforeNextDocument } from './entries.ts';

/** A conversation as it is put into the browser's store before its first page opens. */
export interface Stored {
  id: string;
  title?: string;
  /** When its last message was written, in ms. */
  at: number;
  fields?: Record<string, [value: unknown, at: number]>;
  /** Each following the one before. */
  messages?: readonly StoredMessage[];
}

export interface StoredMessage {
  role: 'user' | 'assistant';
  content: string;
}

/** The id of the conversation with this number. */
export const idOf = (number: number) => `0190a5c2-7e1b-7c3d-8f4a-${number.toString(16).padStart(12, '0')}`;

/** So many conversations, an hour between each and the next, the newest first. */
export function conversations(count: number, now = Date.now()): Stored[] {
  return Array.from({ length: count }, (_, at) => ({
    id: idOf(at + 1),
    title: `Conversation number ${at + 1}`,
    at: now - at * 3_600_000 - 60_000,
  }));
}

/** What is stored as typed and not sent, in any tab: a visitor's first; null: nothing. */
export const storedDraft = (page: Page) =>
  page.evaluate(() => {
    const entries = Object.keys(localStorage).filter((name) => /^polylogue\.draft(?:$|[.~])/.test(name));
    const [entry] = entries.sort();
    return entry === undefined ? null : localStorage.getItem(entry);
  });

/** Stores conversations in this browser: those of an account, or without one a guest's. */
export const store = (context: BrowserContext, stored: readonly Stored[], member?: Member): Promise<void> =>
  beforeNextDocument(context, write, { name: nameOf(member), stored });

const nameOf = (member?: Member) => `polylogue.store.${member ? ownerOf(member) : 'guest'}`;

function ownerOf({ access_token }: Member): string {
  const [, payload = ''] = access_token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
}

/** Stores one conversation with these messages; returns its address. */
export async function storeConversation(context: BrowserContext, messages: readonly StoredMessage[]) {
  const id = idOf(1);
  await store(context, [{ id, title: 'A stored conversation', at: Date.now() - 60_000, messages }]);
  return `/chat/${id}`;
}

/** As features/sync/storage/indexed-db.ts makes it. */
async function write({ name, stored }: { name: string; stored: readonly Stored[] }) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const db = opening.result;
    const make = (store: string, keyPath: string | string[]) => db.createObjectStore(store, { keyPath });
    const conversations = make('conversations', 'conversation_id');
    conversations.createIndex('pending', 'pending_since');
    conversations.createIndex('age', 'last_message_at');
    make('messages', ['conversation_id', 'message_id']).createIndex('pending', 'pending_since');
    make('chunks', ['message_id', 'run_id', 'offset', 'reasoning_offset']);
    db.createObjectStore('files');
    make('usage', 'usage_id');
    db.createObjectStore('meta');
  };
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve;
    opening.onerror = () => reject(opening.error);
  });
  const db = opening.result;
  const writing = db.transaction(['conversations', 'messages'], 'readwrite');
  for (const { id, title, at, fields = {}, messages = [] } of stored) {
    const messageId = (of: number) => id.replace(/-[^-]*$/, `-e${of.toString(16).padStart(11, '0')}`);
    for (const [of, { role, content }] of messages.entries()) {
      const written = at - (messages.length - 1 - of) * 1_000;
      writing.objectStore('messages').put({
        conversation_id: id,
        message_id: messageId(of),
        parent_id: of === 0 ? null : messageId(of - 1),
        role,
        created_at: written,
        body: content,
        reasoning: '',
        run_id: null,
        ended_at: written,
        seq: 0,
        details: null,
        fields: {},
        pending: null,
        revision: 1,
      });
    }
    writing.objectStore('conversations').put({
      conversation_id: id,
      created_at: at,
      last_message_at: at,
      synced: null,
      pending: { ...(title && { title: [title, at] }), ...fields },
      revision: 1,
      seq_seen: 0,
      is_complete: true,
      opened_at: at,
    });
  }
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onerror = () => reject(writing.error);
  });
  db.close();
}

/** Resolves once this browser stores so many replies, each to its end, that are in no account yet. */
export const expectStored = (page: Page, replies: number, member?: Member) =>
  expect.poll(() => page.evaluate(endedReplies, nameOf(member))).toBe(replies);

/** Resolves once this guest's browser stores these words of an answer that is coming. */
export const expectText = (page: Page, words: string) =>
  expect.poll(() => page.evaluate(chunkTexts, nameOf())).toContain(words);

/** Resolves once this browser stores so many pasted texts; until then a page asks before it is left. */
export const expectPasted = (page: Page, texts: number) =>
  expect.poll(() => page.evaluate(pastedCount)).toBe(texts);

async function pastedCount(): Promise<number> {
  // Whoever opens it first makes it: that must be the page.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'polylogue.pasted')) return 0;
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('polylogue.pasted');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const asked = db.transaction('texts').objectStore('texts').count();
  const count = await new Promise<number>((resolve) => {
    asked.onsuccess = () => resolve(asked.result);
  });
  db.close();
  return count;
}

async function endedReplies(name: string): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const asked = db.transaction('messages').objectStore('messages').getAll();
  const rows = await new Promise<
    { role: string; pending: { text: { ended_at: number | null } | null } | null }[]
  >((resolve) => {
    asked.onsuccess = () => resolve(asked.result);
  });
  db.close();
  return rows.filter(({ role, pending }) => role === 'assistant' && pending?.text?.ended_at).length;
}

async function chunkTexts(name: string): Promise<string> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const asked = db.transaction('chunks').objectStore('chunks').getAll();
  const chunks = await new Promise<{ text: string }[]>((resolve) => {
    asked.onsuccess = () => resolve(asked.result);
  });
  db.close();
  return chunks.map(({ text }) => text).join('');
}
