import { type Live, live } from '../../../lib/state/live.ts';

/** A file being uploaded to our server. */
export interface Sending {
  id: number;
  name: string;
  state:
    | { type: 'waiting' }
    /** From 0 to 1. */
    | { type: 'sending'; share: number }
    | { type: 'failed'; why: string; isWorthTrying: boolean };
}

type StoreEvent =
  | { type: 'added'; sendings: Sending[] }
  | { type: 'changed'; id: number; state: Sending['state'] }
  | { type: 'gone'; id: number };

function after(sendings: readonly Sending[], event: StoreEvent): readonly Sending[] {
  switch (event.type) {
    case 'added':
      return [...sendings, ...event.sendings];
    case 'changed':
      return sendings.map((each) => (each.id === event.id ? { ...each, state: event.state } : each));
    case 'gone':
      return sendings.filter(({ id }) => id !== event.id);
  }
}

interface UploadsNeeds {
  send(file: File, how: { signal: AbortSignal; onProgress(share: number): void }): Promise<unknown>;
  /** The sentence to show for a rejection of `send`. */
  why(error: unknown, file: File): string;
  /** Whether the same file may succeed next time. */
  isWorthTrying(error: unknown): boolean;
  /** Called after each completed upload. */
  onArrived(): void;
}

export interface Uploads extends Live<readonly Sending[], StoreEvent> {
  add(files: readonly File[]): void;
  /** Cancels an upload, or removes a failed one. */
  drop(id: number): void;
  retry(id: number): void;
}

/** Uploads at a time: more would only share the same connection. */
const atOnce = 2;

export function openUploads({ send, why, isWorthTrying, onArrived }: UploadsNeeds): Uploads {
  const list = live<readonly Sending[], StoreEvent>([], after);
  const files = new Map<number, { file: File; call: AbortController }>();
  let last = 0;

  const inState = (type: Sending['state']['type']) => list.read().filter(({ state }) => state.type === type);

  function next() {
    for (const { id } of inState('waiting').slice(0, Math.max(0, atOnce - inState('sending').length)))
      void start(id);
  }

  async function start(id: number) {
    const known = files.get(id);
    if (!known) return;
    const { file } = known;
    const call = new AbortController();
    files.set(id, { file, call });
    const change = (state: Sending['state']) => list.dispatch({ type: 'changed', id, state });
    change({ type: 'sending', share: 0 });
    try {
      await send(file, { signal: call.signal, onProgress: (share) => change({ type: 'sending', share }) });
      files.delete(id);
      list.dispatch({ type: 'gone', id });
      onArrived();
    } catch (error) {
      if (!call.signal.aborted)
        change({ type: 'failed', why: why(error, file), isWorthTrying: isWorthTrying(error) });
    }
    next();
  }

  return {
    ...list,
    add(added) {
      const sendings = added.map((file): Sending => {
        last += 1;
        files.set(last, { file, call: new AbortController() });
        return { id: last, name: file.name, state: { type: 'waiting' } };
      });
      list.dispatch({ type: 'added', sendings });
      next();
    },
    drop(id) {
      files.get(id)?.call.abort();
      files.delete(id);
      list.dispatch({ type: 'gone', id });
    },
    retry(id) {
      list.dispatch({ type: 'changed', id, state: { type: 'waiting' } });
      next();
    },
  };
}
