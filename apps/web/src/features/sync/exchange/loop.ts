import type { StoredConversation, StoredRecord } from '@polylogue/contract';
import { type FeedFollower, type FollowNeeds, followFeed } from '../../../api/follow-feed.ts';
import type { FetchResult } from '../../../api/following.ts';
import type { ConversationStore } from '../store/store.ts';
import type { AnyUnsentFile } from '../store/store-pending.ts';
import { poll, pull, pullBehind, type SyncApi, type SyncFailure } from './pull.ts';
import type { Push, PushReply } from './push.ts';
import { pendingPusher } from './push-pending.ts';
import { fileUploader } from './upload-files.ts';

/** What happens outside the conversations of an account. */
export interface News {
  /** How many messages are unread, by space. */
  unread?: Readonly<Record<string, number>>;
  /** Friend requests have changed. */
  requests?: boolean;
  /** There are other notifications than before. */
  hasNotifications?: boolean;
}

/** What the loop is doing. `full`: the account accepts no more text. */
export type SyncState = 'paused' | 'pushing' | 'pulling' | 'polling' | 'backoff' | 'signed-out' | 'full';

export interface LoopNeeds {
  store: ConversationStore;
  api: SyncApi & { push(changes: Push, signal: AbortSignal): Promise<PushReply> };
  /** What a rejected call means. */
  failureOf(error: unknown): SyncFailure;
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  /** Stores a file of a message, or of a record, in the account. */
  putFile?(place: AnyUnsentFile, file: File, signal: AbortSignal): Promise<unknown>;
  /** Brings changes. */
  socket?: FollowNeeds['socket'];
  /** From 0 to 1. */
  random(): number;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  after(ms: number, work: () => void): () => void;
  /** Whether this tab is visible. */
  isVisible(): boolean;
  onState?(state: SyncState): void;
  /** This tab is hidden and at most sends files: another may take over. */
  onHidden?(): void;
  /** The server has accepted something in the conversations `sent`; in those of `changed` it shows. */
  onPushed?(sent: readonly string[], changed: readonly string[]): void;
  onNews?(news: News): void;
  /** Open conversations: what they are missing is fetched at once. */
  open?(): Iterable<string>;
  /** Those at the top of the list: where every message is stored here, new ones are fetched when idle. */
  newest?(): Iterable<string>;
  /** Resolves when the browser has nothing better to do. */
  idle?(): Promise<void>;
}

export interface SyncLoop {
  state(): SyncState;
  /** There is something to push, the tab has become visible, or the network is back: continues at once. */
  wake(): void;
  stop(): void;
}

/** Pushes what is pending, pulls, then waits for changes, until it is stopped or the sign-in has ended. */
export function syncLoop(needs: LoopNeeds): SyncLoop {
  const { store, failureOf, random, after } = needs;
  const api = { ...needs.api, ...withNews(needs.api, sawNotifications) };
  const stopping = new AbortController();
  /** The last change of notifications that was reported. */
  let notified = 0;
  let state: SyncState = 'paused';
  let isFull = false;
  let follower: FeedFollower | undefined;
  let sending: Promise<void> | undefined;

  const wake = () => follower?.wake();
  const pushAll = pendingPusher({ ...needs, api }, wake);
  const sendFiles =
    needs.putFile &&
    fileUploader({
      ...needs,
      put: needs.putFile,
      signal: stopping.signal,
      onSettled(outcome) {
        needs.onPushed?.([], []);
        isFull ||= outcome === 'quota-used';
        if (outcome === 'quota-used') enter('full');
      },
    });

  function sawNotifications(seq: number | undefined, since: number) {
    if (!seq || seq <= Math.max(since, notified)) return;
    notified = seq;
    needs.onNews?.({ hasNotifications: true });
  }

  function enter(next: SyncState) {
    if (next === state) return;
    state = next;
    needs.onState?.(next);
  }

  const cursor = async () => (await store.cursor()) ?? 0;

  async function round(signal: AbortSignal): Promise<FetchResult> {
    let failed: unknown = null;
    isFull = await pushAll(signal, () => enter('pushing')).catch((error: unknown) => {
      if (signal.aborted || failureOf(error) === 'signed-out') throw error;
      failed = error;
      return false;
    });
    // In parallel: a large file must not hold up the messages.
    sending = sendFiles?.();
    if (follower?.isBehind()) return 'behind';
    const isVisible = needs.isVisible();
    if (isVisible) {
      enter('pulling');
      await pull(store, api, signal);
      await fetchMessages(signal);
    }
    // What cannot be pushed must not hold up what comes from other devices.
    if (failed) throw failed;
    return isVisible ? 'current' : 'hidden';
  }

  /** A hidden tab first sends its files: they take longer than messages. */
  async function rest() {
    needs.onHidden?.();
    await sending;
    if (follower?.isAsleep() && !stopping.signal.aborted) enter('paused');
  }

  const fetchMessages = (signal: AbortSignal) =>
    pullBehind({ ...needs, api }, () => !follower?.isBehind(), signal);

  function follow() {
    if (stopping.signal.aborted) return;
    follower = followFeed({
      feed: 'account',
      socket: needs.socket,
      clock: { after },
      random,
      cursor,
      load: round,
      async fetch(seconds, signal) {
        if (seconds === 0) return round(signal);
        await poll(store, api, seconds, signal);
        await fetchMessages(signal);
        return 'current';
      },
      async apply({ rows, seq }, signal) {
        sawNotifications(rows.notifications?.[0] as number | undefined, await cursor());
        const records = rows.records as StoredRecord[] | undefined;
        await store.pulled((rows.conversations ?? []) as StoredConversation[], seq, { records });
        await fetchMessages(signal);
        return true;
      },
      onTransientFrame: (frame) => frame.type === 'news' && needs.onNews?.(frame),
      onTask({ type }) {
        if (type === 'sleep') void rest();
        if (type === 'poll' || type === 'listen') enter(isFull ? 'full' : 'polling');
      },
      onFailure(error) {
        const failure = failureOf(error);
        enter(failure === 'signed-out' || failure === 'full' ? failure : 'backoff');
        return failure === 'signed-out';
      },
    });
  }

  void store
    .retryRefused()
    .catch(() => {})
    .then(follow);
  return {
    state: () => state,
    wake,
    stop() {
      stopping.abort();
      follower?.stop();
    },
  };
}

/** Requests that also tell of the last change of notifications, and from which change on it is known. */
const withNews = (
  api: SyncApi,
  sawNotifications: (seq: number | undefined, since: number) => void,
): Pick<SyncApi, 'list' | 'changes'> => ({
  async list(before, signal) {
    const page = await api.list(before, signal);
    // Whatever came before may be missing from what the page has fetched.
    sawNotifications(page.head, 0);
    return page;
  },
  async changes(after, wait, signal) {
    const page = await api.changes(after, wait, signal);
    sawNotifications(page.notifications_seq, after);
    return page;
  },
});
