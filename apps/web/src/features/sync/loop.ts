import { poll, pull, pullMessages, type SyncApi } from './pull.ts';
import { acknowledge, nextBatch, type Push, type PushReply } from './push.ts';
import type { ConversationStore } from './store.ts';

/** What pushing and pulling are doing. `full`: the account takes no more text. */
export type SyncState = 'paused' | 'pushing' | 'pulling' | 'polling' | 'backoff' | 'signed-out' | 'full';

/** Why the server did not answer as hoped. */
type SyncFailure = 'signed-out' | 'full' | 'away';

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
  /** Conversations of which messages changed elsewhere, and whether they are wanted now. */
  isWanted?(conversationId: string): boolean;
}

export interface SyncLoop {
  state(): SyncState;
  /** There is something to push, or the tab has become visible, or the network is back: goes on at once. */
  wake(): void;
  /** The same person has signed in again. */
  signedIn(): void;
  stop(): void;
}

const second = 1_000;
/** Seconds. */
const longPoll = 25;

/** Pushes what is pending, then pulls, then waits for changes, until it is stopped. */
export function syncLoop(needs: LoopNeeds): SyncLoop {
  const { store, api, failureOf, now, random, after, isVisible, onState } = needs;
  const control = new AbortController();
  let state: SyncState = 'paused';
  let failures = 0;
  let isSignedOut = false;
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
    let isFull = false;
    for (let batch = await nextBatch(store.storage); batch !== null; batch = await nextBatch(store.storage)) {
      become('pushing');
      const reply = await api.push(batch.push, control.signal);
      control.signal.throwIfAborted();
      await acknowledge(store.storage, batch, reply, now());
      isFull ||= reply.messages.some((one) => 'refused' in one && one.refused === 'quota-used');
    }
    return isFull;
  }

  async function fetchMessages(behind: readonly string[]) {
    for (const id of behind) {
      if (needs.isWanted?.(id)) await pullMessages(store, api, id, control.signal);
    }
  }

  async function round() {
    const isFull = await pushAll();
    if (!isVisible()) {
      become('paused');
      return rest(null);
    }
    become('pulling');
    await fetchMessages(await pull(store, api, control.signal));
    failures = 0;
    become(isFull ? 'full' : 'polling');
    if (isWoken) {
      isWoken = false;
      return;
    }
    polling = new AbortController();
    const signal = AbortSignal.any([polling.signal, control.signal]);
    try {
      await fetchMessages(await poll(store, api, longPoll, signal));
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
        if (isSignedOut) {
          become('signed-out');
          await rest(null);
        } else {
          await round();
        }
      } catch (error) {
        if (control.signal.aborted) return;
        const failure = failureOf(error);
        if (failure === 'signed-out') {
          isSignedOut = true;
          continue;
        }
        become(failure === 'full' ? 'full' : 'backoff');
        failures += 1;
        // Full jitter: browsers that lost the same server do not come back together.
        await rest(second + random() * Math.min(60, 2 ** failures) * second);
      }
    }
  }

  void run();
  return {
    state: () => state,
    wake() {
      isWoken = true;
      polling?.abort();
      wakeUp();
    },
    signedIn() {
      isSignedOut = false;
      wakeUp();
    },
    stop() {
      control.abort();
      wakeUp();
    },
  };
}
