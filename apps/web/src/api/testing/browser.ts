import type { SafeStorage } from '../../lib/storage.ts';
import { type Access, openAccess } from '../access.ts';
import { type Alone, aloneByLease, aloneByLock } from '../alone.ts';
import { type ServerClock, serverClock } from '../server-clock.ts';

/** A browser whose tabs share a storage and a lock, and hear of each other's writes a moment later. */
export class Browser {
  readonly entries = new Map<string, string>();
  readonly #tabs: ((name: string) => void)[][] = [];
  #queue: Promise<unknown> = Promise.resolve();
  now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  readonly locks = {
    request: (_name: string, act: () => Promise<unknown>) => {
      const turn = this.#queue.then(act);
      this.#queue = turn.catch(() => {});
      return turn;
    },
  } as unknown as LockManager;

  /** What one tab sees of the storage. */
  storage(): SafeStorage {
    const own: ((name: string) => void)[] = [];
    this.#tabs.push(own);
    const tell = (name: string) => {
      for (const listener of own) listener(name);
      for (const tab of this.#tabs) {
        if (tab !== own) queueMicrotask(() => tab.forEach((listener) => void listener(name)));
      }
    };
    return {
      read: (name) => this.entries.get(name) ?? null,
      write: (name, value) => {
        this.entries.set(name, value);
        tell(name);
        return true;
      },
      remove: (name) => {
        this.entries.delete(name);
        tell(name);
      },
      listen: (listener) => {
        own.push(listener);
        return () => void own.splice(own.indexOf(listener), 1);
      },
    };
  }

  tab(fetch: typeof globalThis.fetch, by: 'lock' | 'lease' = 'lock'): Tab {
    const storage = this.storage();
    const clock = serverClock({ now: this.now, storage });
    const alone: Alone =
      by === 'lock'
        ? aloneByLock(this.locks)
        : aloneByLease({ storage, now: this.now, wait: soon, tab: String(Math.random()) });
    const learning: typeof fetch = async (...ask) => {
      const response = await fetch(...ask);
      clock.learn(response);
      return response;
    };
    return { storage, clock, access: openAccess({ storage, fetch: learning, clock, alone }) };
  }
}

interface Tab {
  storage: SafeStorage;
  clock: ServerClock;
  access: Access;
}

/** A short wait takes a few turns of the event loop; a long one takes many. */
async function soon(ms: number) {
  for (let turn = 0; turn < Math.min(ms, 200); turn += 1) await new Promise((done) => setImmediate(done));
}
