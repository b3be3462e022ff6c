import type { StoredConversation, StoredMessage } from '@polylogue/contract';
import type { ConversationStore } from './store.ts';

/** What the server answers of stored conversations. */
export interface SyncApi {
  list(
    before: string | null,
    signal: AbortSignal,
  ): Promise<{ conversations: StoredConversation[]; next: string | null; head: number }>;
  changes(
    after: number,
    wait: number,
    signal: AbortSignal,
  ): Promise<{ conversations: StoredConversation[]; head: number; more: boolean }>;
  /** The last messages of one conversation. */
  tail(
    id: string,
    signal: AbortSignal,
  ): Promise<{ conversation: StoredConversation; messages: StoredMessage[]; more: boolean }>;
  messages(
    id: string,
    after: string,
    signal: AbortSignal,
  ): Promise<{ messages: StoredMessage[]; next: string | null; seq: number }>;
}

/** Fetches the list for the first time, else what has changed. */
export async function pull(store: ConversationStore, api: SyncApi, signal: AbortSignal): Promise<void> {
  const cursor = await store.cursor();
  if (cursor !== undefined) return pullAfter(store, api, cursor, 0, signal);
  const first = await store.firstSeq();
  const head = await pullList(store, api, signal);
  // The list leaves out what was deleted for good: of what this browser has pushed, the feed says so.
  if (first !== null) return pullAfter(store, api, Math.max(0, first - 1), 0, signal);
  await store.pulled([], head);
}

/** Waits up to so many seconds for a change. */
export async function poll(store: ConversationStore, api: SyncApi, seconds: number, signal: AbortSignal) {
  return pullAfter(store, api, (await store.cursor()) ?? 0, seconds, signal);
}

/** Returns the head of the feed as it was before the list. */
async function pullList(store: ConversationStore, api: SyncApi, signal: AbortSignal): Promise<number> {
  let head: number | null = null;
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page: Awaited<ReturnType<SyncApi['list']>> = await api.list(before, signal);
    signal.throwIfAborted();
    // Of the first page: what changed after it comes as a change.
    head ??= page.head;
    await store.pulled(page.conversations, null);
    before = page.next;
  }
  return head ?? 0;
}

async function pullAfter(
  store: ConversationStore,
  api: SyncApi,
  cursor: number,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  for (let after = cursor, wait = seconds, more = true; more; wait = 0) {
    const page = await api.changes(after, wait, signal);
    signal.throwIfAborted();
    await store.pulled(page.conversations, page.head);
    after = page.head;
    more = page.more;
  }
}

/** Fetches what changed of the messages of one conversation, all of them if none is here. */
export async function pullMessages(store: ConversationStore, api: SyncApi, id: string, signal: AbortSignal) {
  for (let after: string | null = `${await store.seen(id)}`; after !== null; ) {
    const page: Awaited<ReturnType<SyncApi['messages']>> = await api.messages(id, after, signal);
    signal.throwIfAborted();
    await store.pulledMessages(id, page.messages, page.next === null ? page.seq : null);
    after = page.next;
  }
}
