import { doEach } from '../batches/do-each.ts';
import { pages } from '../batches/pages.ts';

/** How a long poll ended: there are changes, time ran out, or the sign-in ended. */
export type LongPollOutcome = 'changed' | 'timeout' | 'signed-out';

export interface LongPollDeps {
  /** The heads of these feeds, by owner. */
  heads(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Which of these sign-ins are still valid. */
  validSignIns(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
  log: (message: string, error: unknown) => void;
  /** Shared by all feeds of an account. */
  places?: PollPlaces;
  /** The time between two checks of sign-ins and of what other nodes have written (milliseconds). */
  interval?: number;
}

interface Wanted {
  ownerId: string;
  /** Who waits. */
  userId: string;
  signInId: string;
  /** The poll ends when the head of the feed exceeds this. */
  after: number;
  /** Milliseconds. */
  wait: number;
  /** Aborts when the client disconnects. */
  disconnected: AbortSignal;
}

interface Poll extends Wanted {
  end(outcome: LongPollOutcome): void;
}

/** For one account, in its own feed and in all spaces together. */
const mostPerAccount = 10;
/** Feeds or sign-ins per query. */
const batch = 500;

/**
 * Counts the polls of each account. If there is one more, the oldest of the browser that has the most is answered, so that
 * no browser takes the place of another's only poll.
 */
export function pollPlaces() {
  const places = new Map<string, Set<Poll>>();
  return {
    take(poll: Poll) {
      const mine = places.get(poll.userId) ?? new Set();
      places.set(poll.userId, mine.add(poll));
      if (mine.size <= mostPerAccount) return;
      const browsers = [...Map.groupBy(mine, ({ signInId }) => signInId).values()];
      const [oldest] = browsers.reduce((most, one) => (one.length > most.length ? one : most));
      oldest?.end('timeout');
    },
    leave(poll: Poll) {
      const mine = places.get(poll.userId);
      mine?.delete(poll);
      if (mine?.size === 0) places.delete(poll.userId);
    },
  };
}
type PollPlaces = ReturnType<typeof pollPlaces>;

/** Requests that wait for something new. */
export function longPolls({
  heads,
  validSignIns,
  log,
  places = pollPlaces(),
  interval = 2_000,
}: LongPollDeps) {
  const polls = new Map<string, Set<Poll>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const all = () => [...polls.values()].flatMap((some) => [...some]);

  async function check() {
    await Promise.all([
      doEach(pages([...polls.keys()], batch), async (owners) => {
        for (const [ownerId, head] of await heads(owners)) changed(ownerId, head);
      }),
      doEach(pages(all(), batch), async (some) => {
        const alive = await validSignIns([...new Set(some.map(({ signInId }) => signInId))]);
        for (const poll of some) if (!alive.has(poll.signInId)) poll.end('signed-out');
      }),
    ]);
  }

  function scheduleCheck() {
    timer = setTimeout(async () => {
      timer = undefined;
      await check().catch((error) => log('long polls', error));
      if (polls.size > 0 && !timer && !isClosed) scheduleCheck();
    }, interval).unref();
  }

  function changed(ownerId: string, head: number) {
    for (const poll of polls.get(ownerId) ?? []) if (head > poll.after) poll.end('changed');
  }

  return {
    /** Waits for changes from now on; after it returns, the caller reads what was written before. */
    open(wanted: Wanted): { ended: Promise<LongPollOutcome>; close(): void } {
      const { ownerId, wait, disconnected } = wanted;
      const { promise: ended, resolve } = Promise.withResolvers<LongPollOutcome>();
      const mine = polls.get(ownerId) ?? new Set();
      const close = () => end('timeout');
      const timeout = setTimeout(close, wait);
      const poll: Poll = { ...wanted, end };
      function end(outcome: LongPollOutcome) {
        clearTimeout(timeout);
        disconnected.removeEventListener('abort', close);
        places.leave(poll);
        mine.delete(poll);
        if (mine.size === 0 && polls.get(ownerId) === mine) polls.delete(ownerId);
        resolve(outcome);
      }
      if (isClosed) {
        end('timeout');
        return { ended, close };
      }
      disconnected.addEventListener('abort', close);
      mine.add(poll);
      polls.set(ownerId, mine);
      places.take(poll);
      if (!timer) scheduleCheck();
      return { ended, close };
    },

    /** Notifies the polls on this node. */
    changed,

    /** Answers all polls, and every later one immediately. */
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const poll of all()) poll.end('timeout');
    },

    size: () => all().length,
  };
}
export type LongPolls = ReturnType<typeof longPolls>;
