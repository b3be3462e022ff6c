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

/**
 * Adapters in a worker: a flood is read, and a long question written, beside the page. The worker is started with the
 * first need of it, and another one when it has failed; rejects while it cannot be started.
 */
export function aside(start: () => Aside): () => Promise<Adapters> {
  let starting: Promise<Adapters> | null = null;

  async function started(): Promise<Adapters> {
    const worker = start();
    const inboxes = new Map<number, Inbox>();
    const { promise, resolve, reject } = Promise.withResolvers<Adapters>();
    worker.addEventListener('message', ({ data }) => {
      if (data.type === 'ready') resolve(adaptersOf(worker, inboxes));
      else inboxes.get(data.id)?.take(data);
    });
    function end() {
      starting = null;
      worker.terminate();
      reject(new Error('The worker that asks did not start.'));
      for (const [id, inbox] of inboxes) inbox.take({ type: 'broken', id });
    }
    worker.addEventListener('error', end);
    worker.addEventListener('messageerror', end);
    return promise;
  }

  return () => {
    starting ??= started().catch((error) => {
      starting = null;
      throw error;
    });
    return starting;
  };
}

let count = 0;

function adaptersOf(worker: Aside, inboxes: Map<number, Inbox>): Adapters {
  function open(): [id: number, inbox: Inbox] {
    const id = ++count;
    const opened = inbox();
    inboxes.set(id, opened);
    return [id, opened];
  }

  return {
    async *answer(question, { signal }) {
      const [id, inbox] = open();
      signal.addEventListener('abort', inbox.close, { once: true });
      let isOver = false;
      try {
        worker.postMessage({ type: 'question', id, question });
        while (!isOver) {
          const said = await inbox.next();
          if (said === null) return;
          if (said.type !== 'parcel') throw new Error('The worker that asks is broken.');
          isOver = said.isLast;
          for (const event of said.events) {
            if (signal.aborted) return;
            yield event;
          }
        }
      } finally {
        signal.removeEventListener('abort', inbox.close);
        inboxes.delete(id);
        if (!isOver) worker.postMessage({ type: 'left', id });
      }
    },

    async models(setting, { signal }) {
      const [id, inbox] = open();
      const leave = () => worker.postMessage({ type: 'left', id });
      signal?.addEventListener('abort', leave, { once: true });
      try {
        worker.postMessage({ type: 'listing', id, setting });
        const said = await inbox.next();
        if (said?.type !== 'listed') throw new Error('The worker that asks is broken.');
        return said.listing;
      } finally {
        signal?.removeEventListener('abort', leave);
        inboxes.delete(id);
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
