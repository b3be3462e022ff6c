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
}

type StoreEvent =
  | { type: 'added'; uploads: Upload[] }
  | { type: 'changed'; id: number; state: Upload['state'] }
  | { type: 'removed'; id: number };

function after(uploads: readonly Upload[], event: StoreEvent): readonly Upload[] {
  switch (event.type) {
    case 'added':
      return [...uploads, ...event.uploads];
    case 'changed':
      return uploads.map((each) => (each.id === event.id ? { ...each, state: event.state } : each));
    case 'removed':
      return uploads.filter(({ id }) => id !== event.id);
  }
}

interface UploadsNeeds {
  send(file: File, how: { signal: AbortSignal; onProgress(share: number): void }): Promise<unknown>;
  /** The sentence to show for a rejection of `send`. */
  why(error: unknown, file: File): string;
  /** Whether the same file may succeed next time. */
  isRetryable(error: unknown): boolean;
  /** Called after each completed upload. */
  onUploaded(): void;
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
    files.set(id, { file, call });
    const change = (state: Upload['state']) => list.dispatch({ type: 'changed', id, state });
    change({ type: 'sending', share: 0 });
    try {
      await send(file, { signal: call.signal, onProgress: (share) => change({ type: 'sending', share }) });
      files.delete(id);
      list.dispatch({ type: 'removed', id });
      onUploaded();
    } catch (error) {
      if (!call.signal.aborted)
        change({ type: 'failed', why: why(error, file), isRetryable: isRetryable(error) });
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
      list.dispatch({ type: 'changed', id, state: { type: 'waiting' } });
      next();
    },
  };
}
