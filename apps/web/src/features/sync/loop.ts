import { poll, pull, pullMessages, type SyncApi } from './pull.ts';
import { acknowledge, nextBatch, type Push, type PushReply, refuseBatch } from './push.ts';
import type { ConversationStore } from './store.ts';

/** What pushing and pulling are doing. `full`: the account takes no more text. */
export type SyncState = 'paused' | 'pushing' | 'pulling' | 'polling' | 'backoff' | 'signed-out' | 'full';

/** Why the server did not answer as hoped. `refused`: it finds fault with what it was sent. */
export type SyncFailure = 'signed-out' | 'full' | 'missing' | 'refused' | 'away';

export interface LoopNeeds {
  store: ConversationStore;
  api: SyncApi & { push(changes: Push, signal: AbortSignal): Promise<PushReply> };
  /** What a rejected call means. */
  failureOf(error: unknown): SyncFailure;
  /** Milliseconds since 1970, of the server's clock. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Calls back after so many milliseconds, unless the returned function was called. */
  after(ms: number, work: () => void): () => void;
  /** Whether somebody looks at this tab. */
  isVisible(): boolean;
  onState?(state: SyncState): void;
  /** Of these conversations something was taken by the server; in those of `changed` something else is shown. */
  onPushed?(sent: readonly string[], changed: readonly string[]): void;
  /** Conversations that are open: what is missing of them is fetched at once. */
  open?(): Iterable<string>;
  /** Those at the top of the list: where every message is here, what is missing is fetched when idle. */
  newest?(): Iterable<string>;
  /** Resolves when the browser has nothing better to do. */
  idle?(): Promise<void>;
}

export interface SyncLoop {
  state(): SyncState;
  /** There is something to push, or the tab has become visible, or the network is back: goes on at once. */
  wake(): void;
  stop(): void;
}

const second = 1_000;
/** Seconds. */
const longPoll = 25;

/** Pushes what is pending, then pulls, then waits for changes, until it is stopped or the sign-in has ended. */
export function syncLoop(needs: LoopNeeds): SyncLoop {
  const { store, api, failureOf, now, random, after, isVisible, onState } = needs;
  const control = new AbortController();
  let state: SyncState = 'paused';
  let failures = 0;
  let wakeUp = () => {};
  let polling: AbortController | null = null;
  let isWoken = false;

  function become(next: SyncState) {
    if (next === state) return;
    state = next;
    onState?.(next);
  }

  /** Resolves after so long, or when woken. */
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

  /** True: the account takes no more, and everything else was pushed. */
  async function pushAll(): Promise<boolean> {
    let rows: number | undefined;
    for (;;) {
      const batch = await nextBatch(store.storage, rows);
      if (!batch) return store.isFull();
      become('pushing');
      try {
        const reply = await api.push(batch.push, control.signal);
        control.signal.throwIfAborted();
        const { sent, changed } = await acknowledge(store.storage, batch, reply, now());
        needs.onPushed?.(sent, changed);
      } catch (error) {
        if (failureOf(error) !== 'refused') throw error;
        // One row that the server finds fault with must not hold up the others.
        if (rows === 1) await refuseBatch(store.storage, batch);
        rows = 1;
      }
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
      await store.noMessages(id);
    }
  }

  async function round() {
    const isFull = await pushAll();
    if (isWoken) {
      isWoken = false;
      return;
    }
    if (!isVisible()) {
      become('paused');
      return rest(null);
    }
    become('pulling');
    await pull(store, api, control.signal);
    await fetchMessages();
    failures = 0;
    become(isFull ? 'full' : 'polling');
    if (isWoken) {
      isWoken = false;
      return;
    }
    polling = new AbortController();
    const signal = AbortSignal.any([polling.signal, control.signal]);
    try {
      await poll(store, api, longPoll, signal);
      await fetchMessages();
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
        if (failure === 'signed-out') return become('signed-out');
        become(failure === 'full' ? 'full' : 'backoff');
        failures += 1;
        // Full jitter: browsers that lost the same server do not come back together.
        await rest(second + random() * Math.min(60, 2 ** failures) * second);
      }
    }
  }

  void store
    .tryRefusedAgain()
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
      wakeUp();
    },
  };
}
