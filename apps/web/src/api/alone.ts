import type { SafeStorage } from '../lib/storage.ts';

/** Runs one thing at a time among all tabs of this browser. */
export type Alone = <Result>(act: () => Promise<Result>) => Promise<Result>;

const name = 'polylogue.refreshing';

export function aloneByLock(locks: LockManager): Alone {
  return async (act) => await locks.request(name, act);
}

interface LeaseNeeds {
  storage: SafeStorage;
  now(): number;
  wait(ms: number): Promise<void>;
  /** Tells this tab from the others. */
  tab: string;
}

/** How long, in ms, a tab may hold the lease: longer than a refresh may take, so only a dead tab runs out of it. */
const term = 35_000;
/** Until the other tabs see what one has written, in ms. */
const settling = 60;

/**
 * Browsers offer no locks over plain http to another machine. There the tabs pass a lease around in storage: whoever
 * finds it free writes its name and looks again a moment later; the name that was written last holds it.
 */
export function aloneByLease({ storage, now, wait, tab }: LeaseNeeds): Alone {
  async function acquire() {
    for (;;) {
      const left = remaining(storage.read(name), now());
      if (left > 0) {
        await Promise.race([released(storage), wait(left)]);
        continue;
      }
      storage.write(name, `${tab} ${now() + term}`);
      await wait(settling);
      if (isMine()) return;
    }
  }

  const isMine = () => storage.read(name)?.split(' ')[0] === tab;

  return async (act) => {
    await acquire();
    try {
      return await act();
    } finally {
      if (isMine()) storage.remove(name);
    }
  };
}

/** Milliseconds left of a lease; none when it is absent, over, or further off than any lease can be. */
function remaining(lease: string | null, now: number): number {
  const left = Number(lease?.split(' ')[1] ?? 0) - now;
  return left > term ? 0 : left;
}

function released(storage: SafeStorage): Promise<void> {
  return new Promise((resolve) => {
    const stop = storage.listen((changed) => {
      if ((changed !== null && changed !== name) || storage.read(name) !== null) return;
      stop();
      resolve();
    });
  });
}
