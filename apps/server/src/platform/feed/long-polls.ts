/** How a long poll ended: there are changes, time ran out, or the sign-in ended. */
export type Outcome = 'changed' | 'timeout' | 'signed-out';

export interface LongPollDeps {
  /** The heads of these feeds, by owner. */
  heads(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Which of these sign-ins are still valid. */
  living(signInIds: readonly string[]): Promise<ReadonlySet<string>>;
  log: (message: string, error: unknown) => void;
  /** The time between two checks of sign-ins and of what other nodes have written (milliseconds). */
  interval?: number;
}

interface Wanted {
  ownerId: string;
  signInId: string;
  /** The poll ends when the head of the feed exceeds this. */
  after: number;
  /** Milliseconds. */
  wait: number;
  /** Aborts when the client is gone. */
  left: AbortSignal;
}

interface Poll extends Wanted {
  end(outcome: Outcome): void;
}

/** For one account; if there is one more, the oldest is answered. */
const mostPerAccount = 10;
/** Feeds or sign-ins per query. */
const batch = 500;

/** Requests that wait for something new. */
export function longPolls({ heads, living, log, interval = 2_000 }: LongPollDeps) {
  const polls = new Map<string, Set<Poll>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const all = () => [...polls.values()].flatMap((some) => [...some]);

  async function look() {
    const owners = [...polls.keys()];
    for (let at = 0; at < owners.length; at += batch) {
      for (const [ownerId, head] of await heads(owners.slice(at, at + batch))) changed(ownerId, head);
    }
    const waiting = all();
    for (let at = 0; at < waiting.length; at += batch) {
      const some = waiting.slice(at, at + batch);
      const alive = await living([...new Set(some.map(({ signInId }) => signInId))]);
      for (const poll of some) if (!alive.has(poll.signInId)) poll.end('signed-out');
    }
  }

  function lookAgain() {
    timer = setTimeout(async () => {
      timer = undefined;
      await look().catch((error) => log('long polls', error));
      if (polls.size > 0 && !timer && !isClosed) lookAgain();
    }, interval).unref();
  }

  function changed(ownerId: string, head: number) {
    for (const poll of polls.get(ownerId) ?? []) if (head > poll.after) poll.end('changed');
  }

  return {
    /** Listens for changes at once; after it returns, the caller looks up what was written before. */
    open(wanted: Wanted): { ended: Promise<Outcome>; close(): void } {
      const { ownerId, wait, left } = wanted;
      const { promise: ended, resolve } = Promise.withResolvers<Outcome>();
      const mine = polls.get(ownerId) ?? new Set();
      const close = () => end('timeout');
      const timeout = setTimeout(close, wait);
      const poll: Poll = { ...wanted, end };
      function end(outcome: Outcome) {
        clearTimeout(timeout);
        left.removeEventListener('abort', close);
        mine.delete(poll);
        if (mine.size === 0 && polls.get(ownerId) === mine) polls.delete(ownerId);
        resolve(outcome);
      }
      if (isClosed) {
        end('timeout');
        return { ended, close };
      }
      left.addEventListener('abort', close);
      mine.add(poll);
      polls.set(ownerId, mine);
      const [oldest] = mine;
      if (mine.size > mostPerAccount) oldest?.end('timeout');
      if (!timer) lookAgain();
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
