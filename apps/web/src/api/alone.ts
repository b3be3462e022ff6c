import type { SafeStorage } from '../lib/storage.ts';

/**
 * Runs one thing at a time among all tabs of this browser. `hasNews` says whether what the act is to change has
 * changed already, as far as this tab can see.
 */
export type Alone = <Result>(act: () => Promise<Result>, hasNews: () => boolean) => Promise<Result>;

const name = 'polylogue.refreshing';
const arriving = 'polylogue.refreshed';
/** No tab is so busy that it takes longer, in ms, to see what another has written. */
const longestWay = 3_000;
/** Between two looks, in ms. */
const glance = 20;

/**
 * Storage has no order with locks: a tab may get the lock before it sees what the one before has written. So that one
 * holds a second lock for a while, and whoever finds it held waits for the news.
 */
export function aloneByLock(locks: LockManager, wait: (ms: number) => Promise<void>): Alone {
  const isArriving = async () => (await locks.query()).held?.some((lock) => lock.name === arriving);

  const announce = () =>
    new Promise<void>((granted) => {
      const hold = () => {
        granted();
        return wait(longestWay);
      };
      locks.request(arriving, { mode: 'shared' }, hold).catch(() => granted());
    });

  return async (act, hasNews) =>
    await locks.request(name, async () => {
      while (!hasNews() && (await isArriving())) await wait(glance);
      const wasNews = hasNews();
      const result = await act();
      if (!wasNews && hasNews()) await announce();
      return result;
    });
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
