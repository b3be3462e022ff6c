import { asking, type EncodingQuestion } from '../../../lib/files/encoding-question.ts';
import { fileToStore } from '../../../lib/files/file-to-store.ts';
import { type Live, live } from '../../../lib/state/live.ts';

/** A file being uploaded to our server. */
export interface Upload {
  id: number;
  name: string;
  state:
    | { type: 'waiting' }
    /** From 0 to 1. */
    | { type: 'sending'; share: number }
    | { type: 'failed'; why: string; isRetryable: boolean };
  /** It is not sent before this is answered. */
  question?: EncodingQuestion | null;
}

type StoreEvent =
  | { type: 'added'; uploads: Upload[] }
  | { type: 'changed'; id: number; to: Partial<Upload> }
  | { type: 'removed'; id: number };

function after(uploads: readonly Upload[], event: StoreEvent): readonly Upload[] {
  switch (event.type) {
    case 'added':
      return [...uploads, ...event.uploads];
    case 'changed':
      return uploads.map((each) => (each.id === event.id ? { ...each, ...event.to } : each));
    case 'removed':
      return uploads.filter(({ id }) => id !== event.id);
  }
}

interface UploadsNeeds {
  send(file: File, how: { signal: AbortSignal; onProgress(share: number): void }): Promise<unknown>;
  /** The sentence to show for a rejection of `send`. */
  why(error: unknown): string;
  /** Whether the same file may succeed next time. */
  isRetryable(error: unknown): boolean;
  /** Called after each completed upload; `readAs`: the encoding its text was assumed to be in, unasked. */
  onUploaded(file: File, readAs?: string): void;
}

export interface Uploads extends Live<readonly Upload[], StoreEvent> {
  add(files: readonly File[]): void;
  /** Cancels an upload, or removes a failed one. */
  discard(id: number): void;
  retry(id: number): void;
}

/** Simultaneous uploads: more would only share the same connection. */
const concurrency = 2;

export function openUploads({ send, why, isRetryable, onUploaded }: UploadsNeeds): Uploads {
  const list = live<readonly Upload[], StoreEvent>([], after);
  const files = new Map<number, { file: File; call: AbortController }>();
  let last = 0;

  const inState = (type: Upload['state']['type']) => list.read().filter(({ state }) => state.type === type);

  function next() {
    for (const { id } of inState('waiting').slice(0, Math.max(0, concurrency - inState('sending').length)))
      void start(id);
  }

  async function start(id: number) {
    const known = files.get(id);
    if (!known) return;
    const { file } = known;
    const call = new AbortController();
    const { signal } = call;
    files.set(id, { file, call });
    const change = (to: Partial<Upload>) => list.dispatch({ type: 'changed', id, to });
    const onProgress = (share: number) => change({ state: { type: 'sending', share } });
    const fail = (sentence: string, isRetryable: boolean) => {
      const why = `Failed to upload ${file.name}. ${sentence}`;
      if (!signal.aborted) change({ state: { type: 'failed', why, isRetryable } });
    };
    let isChosen = false;
    const ask = asking(signal, (question) => {
      isChosen = true;
      change({ question });
    });
    onProgress(0);
    try {
      const found = await fileToStore(file, ask);
      signal.throwIfAborted();
      if ('refused' in found) {
        fail(found.refused, found.canRetry);
      } else {
        await send(found.file, { signal, onProgress });
        files.delete(id);
        list.dispatch({ type: 'removed', id });
        onUploaded(file, isChosen ? undefined : found.readAs);
      }
    } catch (error) {
      fail(why(error), isRetryable(error));
    }
    next();
  }

  return {
    ...list,
    add(added) {
      const uploads = added.map((file): Upload => {
        last += 1;
        files.set(last, { file, call: new AbortController() });
        return { id: last, name: file.name, state: { type: 'waiting' } };
      });
      list.dispatch({ type: 'added', uploads });
      next();
    },
    discard(id) {
      files.get(id)?.call.abort();
      files.delete(id);
      list.dispatch({ type: 'removed', id });
    },
    retry(id) {
      list.dispatch({ type: 'changed', id, to: { state: { type: 'waiting' } } });
      next();
    },
  };
}
