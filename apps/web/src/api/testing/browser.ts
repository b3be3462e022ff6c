import type { SafeStorage } from '../../lib/storage.ts';
import { type Access, openAccess } from '../access.ts';
import { type Alone, aloneByLease, aloneByLock } from '../alone.ts';
import { type ServerClock, serverClock } from '../server-clock.ts';

/** A browser whose tabs share a storage and a lock, and hear of each other's writes a moment later. */
export class Browser {
  readonly entries = new Map<string, string>();
  readonly #tabs: ((name: string) => void)[][] = [];
  now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  readonly locks = lockManager();

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
        ? aloneByLock(this.locks, soon)
        : aloneByLease({ storage, now: this.now, wait: soon, tab: String(Math.random()) });
    const learning: typeof fetch = async (...ask) => {
      const response = await fetch(...ask);
      clock.learn(response);
      return response;
    };
    return { storage, clock, access: openAccess({ storage, fetch: learning, clock, alone }) };
  }
}

/** Locks as all tabs share them: one after the other by name, unless they are shared. */
export function lockManager(): LockManager {
  const held: LockInfo[] = [];
  const queues = new Map<string, Promise<unknown>>();
  async function hold(name: string, act: () => Promise<unknown>) {
    const lock = { name };
    held.push(lock);
    try {
      return await act();
    } finally {
      held.splice(held.indexOf(lock), 1);
    }
  }
  function request(name: string, ...rest: [...([LockOptions] | []), () => Promise<unknown>]) {
    const act = rest[rest.length - 1] as () => Promise<unknown>;
    if (rest.length > 1) return hold(name, act);
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => hold(name, act));
    queues.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  }
  return { request, query: async () => ({ held: [...held], pending: [] }) } as unknown as LockManager;
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
