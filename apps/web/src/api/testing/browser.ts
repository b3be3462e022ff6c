import type { SafeStorage } from '../../lib/state/storage.ts';
import { type Access, openAccess } from '../access.ts';
import { type ServerClock, serverClock } from '../server-clock.ts';

/** A browser whose tabs share storage and a lock, and are notified of each other's writes a moment later. */
export class Browser {
  readonly entries = new Map<string, string>();
  readonly #tabs: ((name: string) => void)[][] = [];
  now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  /** A lock that all tabs share. */
  #last: Promise<unknown> = Promise.resolve();
  #withLock<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** The storage as one tab sees it. */
  storage(): SafeStorage {
    const own: ((name: string) => void)[] = [];
    this.#tabs.push(own);
    const notify = (name: string) => {
      for (const listener of own) listener(name);
      for (const tab of this.#tabs) {
        if (tab !== own) queueMicrotask(() => tab.forEach((listener) => void listener(name)));
      }
    };
    return {
      read: (name) => this.entries.get(name) ?? null,
      write: (name, value) => {
        this.entries.set(name, value);
        notify(name);
        return true;
      },
      remove: (name) => {
        this.entries.delete(name);
        notify(name);
      },
      listen: (listener) => {
        own.push(listener);
        return () => void own.splice(own.indexOf(listener), 1);
      },
    };
  }

  /** Without locks, its tabs do not wait for each other. */
  tab(fetch: typeof globalThis.fetch, { hasLocks = true } = {}): Tab {
    const storage = this.storage();
    const clock = serverClock({ now: this.now, storage });
    const withLock = <Result>(act: () => Promise<Result>) => (hasLocks ? this.#withLock(act) : act());
    const calibrating: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      clock.calibrate(response);
      return response;
    };
    const access = openAccess({ storage, fetch: calibrating, clock, withLock });
    return { storage, clock, access: { ...access, fetch: access.via(calibrating) } };
  }
}

interface Tab {
  storage: SafeStorage;
  clock: ServerClock;
  access: Access & { fetch: typeof globalThis.fetch };
}
