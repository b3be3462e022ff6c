import type { StoredConversation } from '@polylogue/contract';
import type { LiveFeed, LiveFeedNeeds } from '../../api/live-feed.ts';
import type { FeedFrame } from '../../api/socket.ts';
import { pauseAfter } from '../../lib/schedule/backoff.ts';
import { type UnsentFile, uploadOf } from './message-files.ts';
import { poll, pull, pullMessages, type SyncApi } from './pull.ts';
import { acknowledge, type Batch, idOf, nextBatch, type Push, type PushReply, refuseBatch } from './push.ts';
import type { ConversationStore } from './store.ts';

/** What happens outside the conversations of an account. */
export interface News {
  /** How many messages are unread, by space. */
  unread?: Readonly<Record<string, number>>;
  /** Friend requests have changed. */
  requests?: boolean;
  /** There are other notifications than before. */
  hasNotifications?: boolean;
}

type PutFile = NonNullable<LoopNeeds['putFile']>;
type ToSend = Extract<Awaited<ReturnType<ConversationStore['fileToSend']>>, object>;

/** What the loop is doing. `full`: the account accepts no more text. */
export type SyncState = 'paused' | 'pushing' | 'pulling' | 'polling' | 'backoff' | 'signed-out' | 'full';

/**
 * Why a request failed. `refused`: the server rejects what it was sent · `denied`: something rejects it, perhaps only for
 * now, such as a firewall before the server.
 */
export type SyncFailure = 'signed-out' | 'full' | 'missing' | 'refused' | 'denied' | 'away';

export interface LoopNeeds {
  store: ConversationStore;
  api: SyncApi & { push(changes: Push, signal: AbortSignal): Promise<PushReply> };
  /** What a rejected call means. */
  failureOf(error: unknown): SyncFailure;
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  /** Stores a file of a message in the account. */
  putFile?(messageId: string, place: number, file: File, signal: AbortSignal): Promise<void>;
  /** Changes over a socket. */
  live?(needs: LiveFeedNeeds): LiveFeed;
  /** From 0 to 1. */
  random(): number;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  after(ms: number, work: () => void): () => void;
  /** Whether this tab is visible. */
  isVisible(): boolean;
  onState?(state: SyncState): void;
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

const second = 1_000;
/** Minimum wait until a file that could not be sent is tried again. */
const filePause = 15 * second;
/** Wait until rows that were denied are tried again. */
const denialPause = 600 * second;
/** After so many denials the server is left alone for a while: perhaps everything is denied. */
const mostDenials = 5;
/** Seconds. */
const longPoll = 25;

/** Pushes what is pending, pulls, then waits for changes, until it is stopped or the sign-in has ended. */
export function syncLoop(needs: LoopNeeds): SyncLoop {
  const { store, putFile, failureOf, now, random, after, isVisible, onState } = needs;
  const api: LoopNeeds['api'] = {
    ...needs.api,
    async list(before, signal) {
      const page = await needs.api.list(before, signal);
      // Whatever came before may be missing from what the page has fetched.
      sawNotifications(page.head, 0);
      return page;
    },
    async changes(after, wait, signal) {
      const page = await needs.api.changes(after, wait, signal);
      sawNotifications(page.notifications_seq, after);
      return page;
    },
  };
  const control = new AbortController();
  /** The last change of notifications that was reported. */
  let notified = 0;
  let state: SyncState = 'paused';
  let failures = 0;
  let wakeUp = () => {};
  let polling: AbortController | null = null;
  let isWoken = false;
  let cursor = 0;
  let live: LiveFeed | undefined;
  let isSendingFiles = false;
  let cancelFiles: (() => void) | undefined;
  /** Ids of rows that were denied. */
  const denied = new Set<string>();

  function sawNotifications(seq: number | undefined, after: number) {
    if (!seq || seq <= Math.max(after, notified)) return;
    notified = seq;
    needs.onNews?.({ hasNotifications: true });
  }

  function enter(next: SyncState) {
    if (next === state) return;
    state = next;
    onState?.(next);
  }

  /** Resolves after this many milliseconds, or when woken. */
  function rest(ms: number | null): Promise<void> {
    if (isWoken || control.signal.aborted) {
      isWoken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const cancel = ms === null ? () => {} : after(ms, end);
      function end() {
        cancel();
        isWoken = false;
        wakeUp = () => {};
        resolve();
      }
      wakeUp = end;
    });
  }

  /** True: the account accepts no more, and everything else was pushed. */
  async function pushAll(isDeleting = false): Promise<boolean> {
    let most: number | undefined;
    for (;;) {
      const batch = await nextBatch(store.storage, most, denied, isDeleting);
      if (!batch) return store.isFull();
      enter('pushing');
      try {
        const reply = await api.push(batch.push, control.signal);
        control.signal.throwIfAborted();
        const { sent, changed } = await acknowledge(store.storage, batch, reply, now());
        needs.onPushed?.(sent, changed);
      } catch (error) {
        const failure = failureOf(error);
        // A server that is full accepts deletions: they make room.
        if (failure === 'full' && !isDeleting) await pushAll(true);
        if (failure !== 'refused' && failure !== 'denied') throw error;
        // One row that the server rejects must not hold up the others.
        if (most === 1) {
          if (failure === 'refused') await refuseBatch(store.storage, batch);
          else if (passOver(batch) % mostDenials === 0) throw error;
        }
        most = 1;
      }
    }
  }

  /** Leaves out the only row of this batch for now; returns how many are left out. */
  function passOver({ conversations, messages, push }: Batch) {
    if (denied.size === 0) after(denialPause, () => denied.clear());
    for (const row of [...conversations, ...messages, ...push.usage]) denied.add(idOf(row));
    return denied.size;
  }

  /** Runs in parallel: a large file must not hold up the messages. */
  async function sendFiles() {
    if (isSendingFiles || !putFile) return;
    isSendingFiles = true;
    let hasFailed = false;
    try {
      for (const file of await store.filesToSend()) {
        const found = await store.fileToSend(file);
        if (control.signal.aborted) return;
        if (found === 'later') continue;
        const outcome = found ? await sendFile(putFile, file, found) : 'deleted';
        hasFailed ||= outcome === 'failed';
        if (outcome === 'failed') continue;
        await (outcome === 'refused' ? store.fileRefused(file) : store.fileSent(file));
        needs.onPushed?.([], []);
        if (outcome === 'refused') enter('full');
      }
    } catch {
      hasFailed = true;
    } finally {
      isSendingFiles = false;
    }
    if (!hasFailed || control.signal.aborted) return;
    // Any message sent in the meantime tries them sooner.
    cancelFiles ??= after((1 + random()) * filePause, () => {
      cancelFiles = undefined;
      void sendFiles();
    });
  }

  async function sendFile(put: PutFile, { message_id, place }: UnsentFile, { part, name }: ToSend) {
    try {
      await put(message_id, place, await uploadOf(part, name), control.signal);
      return 'sent';
    } catch (error) {
      const failure = failureOf(error);
      // Its message was deleted, or no longer has this file.
      if (failure === 'missing') return 'deleted';
      return failure === 'refused' ? 'refused' : 'failed';
    }
  }

  async function fetchMessages() {
    const { open, others } = await store.behind(needs.open?.() ?? [], needs.newest?.() ?? []);
    for (const id of open) await fetchOf(id);
    for (const id of others) {
      await needs.idle?.();
      if (isWoken || control.signal.aborted) return;
      await fetchOf(id);
    }
  }

  async function fetchOf(id: string) {
    try {
      await pullMessages(store, api, id, control.signal);
    } catch (error) {
      if (failureOf(error) !== 'missing') throw error;
      await store.markMessagesMissing(id);
    }
  }

  /** Handles what comes over the socket, until it closes or something must be fetched. */
  async function follow(changes: LiveFeed, signal: AbortSignal) {
    for (;;) {
      const frame = await changes.next(signal);
      if (!frame || !(await apply(frame))) return;
      await fetchMessages();
    }
  }

  /** False if the frame does not follow on from what is known. */
  async function apply(frame: FeedFrame): Promise<boolean> {
    if (frame.type === 'resync') return false;
    cursor = (await store.cursor()) ?? 0;
    if (frame.seq <= cursor) return true;
    if (frame.type === 'hint' || frame.before > cursor) return false;
    sawNotifications(frame.rows.notifications?.[0] as number | undefined, cursor);
    await store.pulled((frame.rows.conversations ?? []) as StoredConversation[], frame.seq);
    cursor = frame.seq;
    return true;
  }

  async function round() {
    let failed: unknown = null;
    const isFull = await pushAll().catch((error: unknown) => {
      if (control.signal.aborted || failureOf(error) === 'signed-out') throw error;
      failed = error;
      return false;
    });
    void sendFiles();
    if (isWoken) {
      isWoken = false;
      return;
    }
    if (!isVisible()) {
      if (failed) throw failed;
      enter('paused');
      return rest(null);
    }
    enter('pulling');
    await pull(store, api, control.signal);
    await fetchMessages();
    // What cannot be pushed must not hold up what comes from other devices.
    if (failed) throw failed;
    failures = 0;
    cursor = (await store.cursor()) ?? 0;
    if (control.signal.aborted) return;
    live ??= needs.live?.({
      after: () => cursor,
      onSwitch(isOpen) {
        if (!isOpen) return;
        polling?.abort();
        // The server is there again.
        if (state === 'backoff') wakeUp();
      },
      onTransientFrame(frame) {
        if (frame.type === 'news') needs.onNews?.(frame);
      },
    });
    enter(isFull ? 'full' : 'polling');
    if (isWoken) {
      isWoken = false;
      return;
    }
    polling = new AbortController();
    const signal = AbortSignal.any([polling.signal, control.signal]);
    try {
      if (live?.isOpen()) await follow(live, signal);
      else {
        await poll(store, api, longPoll, signal);
        await fetchMessages();
      }
    } catch (error) {
      if (!polling.signal.aborted) throw error;
    } finally {
      polling = null;
      isWoken = false;
    }
  }

  async function run() {
    while (!control.signal.aborted) {
      try {
        await round();
      } catch (error) {
        if (control.signal.aborted) return;
        const failure = failureOf(error);
        if (failure === 'signed-out') return enter('signed-out');
        enter(failure === 'full' ? 'full' : 'backoff');
        failures += 1;
        await rest(pauseAfter(failures, random()));
      }
    }
  }

  void store
    .retryRefused()
    .catch(() => {})
    .then(run);
  return {
    state: () => state,
    wake() {
      isWoken = true;
      polling?.abort();
      wakeUp();
    },
    stop() {
      control.abort();
      cancelFiles?.();
      live?.stop();
      wakeUp();
    },
  };
}
