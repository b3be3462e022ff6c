import type { StoredConversation, StoredMessage, StoredRecord } from '@polylogue/contract';
import type { ConversationStore } from '../store/store.ts';

/** What the server returns about stored conversations. */
export interface SyncApi {
  list(
    before: string | null,
    signal: AbortSignal,
  ): Promise<{ conversations: StoredConversation[]; next: string | null; head: number }>;
  changes(
    after: number,
    wait: number,
    signal: AbortSignal,
  ): Promise<{
    conversations: StoredConversation[];
    records: StoredRecord[];
    head: number;
    more: boolean;
    history?: string | undefined;
    notifications_seq?: number | undefined;
  }>;
  /** Records that changed after a number. */
  records(after: number, signal: AbortSignal): Promise<{ records: StoredRecord[]; next: number | null }>;
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

/**
 * Why a request failed. `full`: the server has no room · `quota-used`: the account has none · `refused`: the server
 * rejects what it was sent · `denied`: something rejects it, perhaps only for now, such as a firewall before the server.
 */
export type SyncFailure = 'signed-out' | 'full' | 'quota-used' | 'missing' | 'refused' | 'denied' | 'away';

/** Fetches the list the first time, and changes after that. */
export async function pull(store: ConversationStore, api: SyncApi, signal: AbortSignal): Promise<void> {
  if (!(await store.hasListedRecords())) await pullRecords(store, api, signal);
  const cursor = await store.cursor();
  if (cursor !== undefined) return pullAfter(store, api, cursor, 0, signal);
  const first = await store.firstSeq();
  const head = await pullList(store, api, signal);
  // The list leaves out what was permanently deleted; the feed reports that for what this browser has pushed.
  if (first !== null) return pullAfter(store, api, Math.max(0, first - 1), 0, signal);
  await store.pulled([], head);
}

/** Waits up to this many seconds for a change. */
export async function poll(store: ConversationStore, api: SyncApi, seconds: number, signal: AbortSignal) {
  return pullAfter(store, api, (await store.cursor()) ?? 0, seconds, signal);
}

async function pullRecords(store: ConversationStore, api: SyncApi, signal: AbortSignal) {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<SyncApi['records']>> = await api.records(after, signal);
    signal.throwIfAborted();
    after = page.next;
    await store.pulledRecords(page.records, after === null);
  }
}

/** Returns the head of the feed from before the list was read. */
async function pullList(store: ConversationStore, api: SyncApi, signal: AbortSignal): Promise<number> {
  let head: number | null = null;
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const page: Awaited<ReturnType<SyncApi['list']>> = await api.list(before, signal);
    signal.throwIfAborted();
    // The head of the first page: anything later arrives as a change.
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
    const { head, history } = page;
    const known = await store.history();
    // The number may have been passed again: the history tells even then.
    if (head < after || (known !== undefined && history !== undefined && history !== known)) {
      await store.sendAgain();
      return pullAfter(store, api, 0, 0, signal);
    }
    await store.pulled(page.conversations, head, page);
    after = head;
    more = page.more;
  }
}

/** Fetches the changed messages of one conversation, or all if none are here. */
export async function pullMessages(store: ConversationStore, api: SyncApi, id: string, signal: AbortSignal) {
  for (let after: string | null = `${await store.seenSeq(id)}`; after !== null; ) {
    const page: Awaited<ReturnType<SyncApi['messages']>> = await api.messages(id, after, signal);
    signal.throwIfAborted();
    await store.pulledMessages(id, page.messages, page.next === null ? page.seq : null);
    after = page.next;
  }
}

interface BehindNeeds {
  store: ConversationStore;
  api: SyncApi;
  failureOf(error: unknown): SyncFailure;
  /** Open conversations: what they are missing is fetched at once. */
  open?(): Iterable<string>;
  /** Those at the top of the list: where every message is stored here, new ones are fetched when idle. */
  newest?(): Iterable<string>;
  /** Resolves when the browser has nothing better to do. */
  idle?(): Promise<void>;
}

/** Fetches the messages that conversations lack. @param isIdle whether there is nothing more urgent */
export async function pullBehind(needs: BehindNeeds, isIdle: () => boolean, signal: AbortSignal) {
  const { store, api, failureOf } = needs;

  async function fetch(id: string) {
    try {
      await pullMessages(store, api, id, signal);
    } catch (error) {
      if (failureOf(error) !== 'missing') throw error;
      await store.markMessagesMissing(id);
    }
  }

  const { open, others } = await store.behind(needs.open?.() ?? [], needs.newest?.() ?? []);
  for (const id of open) await fetch(id);
  for (const id of others) {
    await needs.idle?.();
    if (!isIdle() || signal.aborted) return;
    await fetch(id);
  }
}
