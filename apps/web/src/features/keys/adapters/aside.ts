import type { Adapters } from './adapters.ts';
import type { FromWorker, Line, ToWorker } from './said.ts';

/** A worker, as far as it matters here. */
export interface Aside extends Line<ToWorker, FromWorker> {
  addEventListener(type: 'message', heard: (event: { data: FromWorker }) => void): void;
  addEventListener(type: 'error' | 'messageerror', failed: () => void): void;
  terminate(): void;
}

/** What comes back for one question, one piece after the other; null once there is nothing more to wait for. */
interface Inbox {
  take(said: FromWorker): void;
  close(): void;
  next(): Promise<FromWorker | null>;
}

export interface AsideNeeds {
  start(): Aside;
  /** Runs when the page has time for more to show. */
  soon(run: () => void): void;
  /** Milliseconds until a worker that has not come is given up: its file may be on the way for ever. */
  patience?: number;
}

/**
 * Adapters in a worker: a flood is read, and a long question written, beside the page. The worker is started with the
 * first need of it, and another one after it has broken. Rejects, from then on, when it cannot be started.
 */
export function aside(needs: AsideNeeds): () => Promise<Adapters> {
  let started: Promise<Adapters> | null = null;
  return () => {
    started ??= begun(needs, () => {
      started = null;
    });
    return started;
  };
}

async function begun({ start, soon, patience = 3_000 }: AsideNeeds, onBroken: () => void): Promise<Adapters> {
  const worker = start();
  const inboxes = new Map<number, Inbox>();
  const { promise, resolve, reject } = Promise.withResolvers<Adapters>();
  const timer = setTimeout(end, patience);
  let isReady = false;
  let isOver = false;
  worker.addEventListener('message', ({ data }) => {
    if (data.type !== 'ready') return inboxes.get(data.id)?.take(data);
    clearTimeout(timer);
    isReady = true;
    resolve(adaptersOf({ worker, open, close, soon }));
  });
  worker.addEventListener('error', end);
  worker.addEventListener('messageerror', end);
  return promise;

  function end() {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    worker.terminate();
    if (isReady) onBroken();
    else reject(new Error('The worker that asks did not start.'));
    for (const [id, inbox] of inboxes) inbox.take({ type: 'broken', id });
  }

  function open(id: number): Inbox {
    if (isOver) throw broken();
    const opened = inbox();
    inboxes.set(id, opened);
    return opened;
  }

  function close(id: number) {
    inboxes.delete(id);
  }
}

const broken = () => new Error('The worker that asks is broken.');

let count = 0;

interface Started extends Pick<AsideNeeds, 'soon'> {
  worker: Aside;
  open(id: number): Inbox;
  close(id: number): void;
}

function adaptersOf({ worker, open, close, soon }: Started): Adapters {
  return {
    async *answer(question, { signal }) {
      if (signal.aborted) return;
      const id = ++count;
      const inbox = open(id);
      signal.addEventListener('abort', inbox.close, { once: true });
      let isOver = false;
      try {
        worker.postMessage({ type: 'question', id, question });
        while (!isOver) {
          const said = await inbox.next();
          if (said === null) return;
          if (said.type !== 'parcel') throw broken();
          isOver = said.isLast;
          if (!isOver) soon(() => worker.postMessage({ type: 'taken', id }));
          for (const event of said.events) {
            if (signal.aborted) return;
            yield event;
          }
        }
      } finally {
        signal.removeEventListener('abort', inbox.close);
        close(id);
        if (!isOver) worker.postMessage({ type: 'left', id });
      }
    },

    async models(setting, { signal }) {
      signal?.throwIfAborted();
      const id = ++count;
      const inbox = open(id);
      const leave = () => worker.postMessage({ type: 'left', id });
      signal?.addEventListener('abort', leave, { once: true });
      try {
        worker.postMessage({ type: 'listing', id, setting });
        const said = await inbox.next();
        if (said?.type !== 'listed') throw broken();
        return said.listing;
      } finally {
        signal?.removeEventListener('abort', leave);
        close(id);
      }
    },
  };
}

function inbox(): Inbox {
  const here: FromWorker[] = [];
  let isClosed = false;
  let wake = () => {};
  return {
    take(said) {
      here.push(said);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async next() {
      while (here.length === 0 && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
      return isClosed ? null : (here.shift() ?? null);
    },
  };
}
