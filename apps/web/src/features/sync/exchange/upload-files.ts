import { syncLimits } from '@polylogue/sync';
import { uploadOf } from '../storage/message-files.ts';
import type { ConversationStore } from '../store/store.ts';
import type { AnyUnsentFile } from '../store/store-pending.ts';
import type { SyncFailure } from './pull.ts';

type ToSend = Extract<Awaited<ReturnType<ConversationStore['fileToSend']>>, object>;

/** Minimum wait until a file that could not be sent is tried again, in ms: twice as long each time, up to the longest. */
const firstPause = 15_000;
const longestPause = 240_000;

interface Needs {
  store: ConversationStore;
  put(place: AnyUnsentFile, file: File, signal: AbortSignal): Promise<unknown>;
  failureOf(error: unknown): SyncFailure;
  after(ms: number, work: () => void): () => void;
  random(): number;
  now(): number;
  signal: AbortSignal;
  /** One was stored or refused, or is no longer wanted. */
  onSettled(outcome: 'sent' | 'quota-used' | 'refused' | 'deleted'): void;
}

/**
 * Sends the files of messages and records, and those that failed once more after a while. Resolves when each has been
 * tried, those added meanwhile, too.
 */
export function fileUploader({ store, failureOf, after, random, now, put, signal, onSettled }: Needs) {
  let sending: Promise<void> | undefined;
  let isAskedFor = false;
  let pause = firstPause;
  let cancelRetry: (() => void) | undefined;
  /** Not sent again before the pause ends: even a server that takes none lets all of a file arrive. */
  const failed = new Set<string>();
  signal.addEventListener('abort', () => cancelRetry?.());
  // The connection is back.
  globalThis.addEventListener?.('online', sendAgain, { signal });

  function sendAll(): Promise<void> {
    isAskedFor = true;
    sending ??= sendWhileAsked();
    return sending;
  }

  function sendAgain() {
    cancelRetry?.();
    cancelRetry = undefined;
    failed.clear();
    void sendAll();
  }

  async function sendWhileAsked() {
    while (isAskedFor && !signal.aborted) {
      isAskedFor = false;
      // Without an answer from this browser's storage, too.
      await sendEach().catch(() => failed.add(''));
    }
    sending = undefined;
    if (failed.size === 0 || cancelRetry || signal.aborted) return;
    cancelRetry = after((1 + random()) * pause, sendAgain);
    pause = Math.min(2 * pause, longestPause);
  }

  /** All but those that have failed. */
  async function sendEach() {
    for (const file of await store.filesToSend()) {
      const id = JSON.stringify(file);
      if (failed.has(id)) continue;
      const found = await store.fileToSend(file, now());
      if (signal.aborted) return;
      if (found === 'later') continue;
      const outcome = found ? await send(file, found) : 'deleted';
      if (outcome === 'failed') {
        failed.add(id);
        continue;
      }
      if (outcome === 'sent') pause = firstPause;
      const isTaken = outcome === 'sent' || outcome === 'deleted';
      await (isTaken
        ? store.fileSent(file)
        : store.fileRefused({ ...file, refused: outcome, refused_at: now() }));
      onSettled(outcome);
    }
  }

  async function send(place: AnyUnsentFile, { part, name }: ToSend) {
    try {
      const file = await uploadOf(part, name);
      // The server would refuse it after all of it has arrived.
      if (file.size > syncLimits.fileBytes) return 'refused';
      await put(place, file, signal);
      return 'sent';
    } catch (error) {
      const failure = failureOf(error);
      // Its message or record was deleted, or no longer has this file.
      if (failure === 'missing') return (await isBack(place)) ? 'failed' : 'deleted';
      // A server that has no room will have none for a while.
      if (failure === 'full') return 'refused';
      return failure === 'refused' || failure === 'quota-used' ? failure : 'failed';
    }
  }

  /** Whether the deletion of its record was undone meanwhile. */
  const isBack = async (place: AnyUnsentFile) =>
    'record_id' in place && (await store.fileToSend(place, now())) !== undefined;

  return sendAll;
}
