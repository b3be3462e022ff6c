import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { databaseName, indexedDbStorage } from './indexed-db.ts';
import { memoryStorage } from './memory-storage.ts';
import { type ConversationStore, conversationStore, type ListedConversation } from './store.ts';

// The one place of this folder that holds real things.

/** Conversations of whoever uses this browser, newest first; null until they were read for the first time. */
type List = readonly ListedConversation[] | null;

const list = live<List, List>(null, (_, next) => next);
export const conversationList: Pick<typeof list, 'read' | 'start' | 'listen'> = list;

const listeners = new Set<(conversationIds: readonly string[]) => void>();

/** Calls back with the conversations that were changed in another tab or on another device. */
export function onChangedElsewhere(listener: (conversationIds: readonly string[]) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The account whose conversations these are; null: they are kept in this browser without one. */
const owner = () => readAccessToken(storage.read(accessEntry))?.owner ?? null;

let opening: Promise<ConversationStore> | null = null;

/** The conversations of whoever uses this browser. Never rejects: where the browser stores nothing they live in memory. */
export function openedStore(): Promise<ConversationStore> {
  opening ??= open();
  return opening;
}

async function open(): Promise<ConversationStore> {
  const stored = await indexedDbStorage(databaseName(owner())).catch(memoryStorage);
  const store = conversationStore({ storage: stored, now: serverNow, changed: () => void refresh(store) });
  void refresh(store);
  return store;
}

async function refresh(store: ConversationStore) {
  list.tell(await store.list());
}

/** Milliseconds since 1970: the server's clock as this browser knows it. */
export function serverNow(): number {
  return Date.now();
}

/** There is something to push. */
export function wakeSync(): void {}
