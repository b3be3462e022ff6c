import { uploadOf } from './message-files.ts';
import type { SyncFailure } from './pull.ts';
import type { ConversationStore } from './store.ts';
import type { AnyUnsentFile } from './store-pending.ts';

type ToSend = Extract<Awaited<ReturnType<ConversationStore['fileToSend']>>, object>;

/** Minimum wait until a file that could not be sent is tried again, in ms. */
const filePause = 15_000;

interface Needs {
  store: ConversationStore;
  put(place: AnyUnsentFile, file: File, signal: AbortSignal): Promise<void>;
  failureOf(error: unknown): SyncFailure;
  after(ms: number, work: () => void): () => void;
  random(): number;
  signal: AbortSignal;
  /** One was stored or refused, or is no longer wanted. */
  onSettled(outcome: 'sent' | 'refused' | 'deleted'): void;
}

/** Sends the files of messages and records, and those that failed once more after a while. */
export function fileUploader({ store, failureOf, after, random, put, signal, onSettled }: Needs) {
  let isSending = false;
  let cancelRetry: (() => void) | undefined;
  signal.addEventListener('abort', () => cancelRetry?.());

  async function sendAll() {
    if (isSending) return;
    isSending = true;
    const hasFailed = await sendEach().catch(() => true);
    isSending = false;
    if (!hasFailed || signal.aborted) return;
    // Any message sent in the meantime tries them sooner.
    cancelRetry ??= after((1 + random()) * filePause, () => {
      cancelRetry = undefined;
      void sendAll();
    });
  }

  /** Returns whether one should be tried again. */
  async function sendEach(): Promise<boolean> {
    let hasFailed = false;
    for (const file of await store.filesToSend()) {
      const found = await store.fileToSend(file);
      if (signal.aborted) return false;
      if (found === 'later') continue;
      const outcome = found ? await send(file, found) : 'deleted';
      hasFailed ||= outcome === 'failed';
      if (outcome === 'failed') continue;
      await (outcome === 'refused' ? store.fileRefused(file) : store.fileSent(file));
      onSettled(outcome);
    }
    return hasFailed;
  }

  async function send(place: AnyUnsentFile, { part, name }: ToSend) {
    try {
      await put(place, await uploadOf(part, name), signal);
      return 'sent';
    } catch (error) {
      const failure = failureOf(error);
      // Its message or record was deleted, or no longer has this file.
      if (failure === 'missing') return 'deleted';
      return failure === 'refused' ? 'refused' : 'failed';
    }
  }

  return sendAll;
}
