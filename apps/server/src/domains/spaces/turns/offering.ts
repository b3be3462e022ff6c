import { nextOffer, nextRetry, turnLimits } from '@polylogue/sync/turns';
import { doEach } from '../../../platform/batches/do-each.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { SpaceContext } from '../core/context.ts';
import { turnStore } from '../store/turn-store.ts';
import type { RunningTurns } from './running-turns.ts';
import type { Serving } from './serving.ts';
import type { TurnTimes } from './times.ts';
import { isApartFrom, torchesIn, turnToHold } from './torches.ts';

/** How many open turns are checked per round: those of 250 spaces in which as many wait as can. */
const mostOpen = 10_000;
/** How long a torch on another node may take to be offered a turn, and is left out after that (milliseconds). */
const answerTime = 5_000;
const leftOutTime = 60_000;

/** Finds browsers for waiting turns. All nodes see the same torches; the chosen browser's node makes the offer. */
export function offeringTurns(
  deps: Pick<SpaceContext, 'database' | 'friendsAmong' | 'blockedAmong' | 'now' | 'log'> & {
    running: Pick<RunningTurns, 'offer' | 'timePassed'>;
    sockets(): Pick<Hub, 'torches' | 'watcherCount'>;
    serving: Serving;
    times: Pick<TurnTimes, 'check' | 'look'>;
  },
) {
  const { database, running, sockets, serving, now, times, log } = deps;
  /** When a torch on another node was first chosen, by torch, turn and epoch. */
  const chosenElsewhere = new Map<string, number>();
  const timer = setInterval(() => logged(checkOpenTurns()), times.check).unref();

  const retries = alarms((spaceId) => tryOffer(spaceId), now);

  /**
   * A torch came, changed or went. The first change is looked at immediately, and those within a second of it together: a
   * browser may change what it offers many times a second.
   */
  const torchesChanged = oneRunPerKey((spaceId, done) => {
    tryOffer(spaceId);
    setTimeout(done, times.look).unref();
  });

  /** Offers the next waiting turn of a space, if there is one and a torch for it. */
  const tryOffer = oneRunPerKey((spaceId, done) => {
    if (sockets().torches(spaceId).length === 0) return done();
    logged(offerNext(spaceId).finally(done));
  });

  async function offerNext(spaceId: string): Promise<void> {
    const open = await turnStore(database.db).open(spaceId);
    const [first] = open;
    if (!first || open.some(({ state }) => state !== 'waiting')) return;
    const torches = await torchesIn(database.db, first, sockets, now());
    const waiting = (
      await Promise.all(open.map((turn) => turnToHold(database.db, turn, torches, { ...deps, now: now() })))
    ).filter((turn) => turn !== null);
    const left = new Set(torches);
    for (;;) {
      const found = nextOffer(waiting, [...left], now());
      const turn = open.find(({ turn_id }) => turn_id === found?.turn_id);
      const holder = torches.find(({ connection }) => connection === found?.holder.connection);
      const role = waiting.find(({ turn_id }) => turn_id === turn?.turn_id)?.role;
      if (!turn || !role || !holder) return retries.set(spaceId, nextRetry(waiting, now()));
      if (holder.isHere) {
        const isApart = await isApartFrom(turn, holder.user_id, deps);
        return running.offer(turn, role, { ...holder, isApart });
      }
      // That node reaches the same result and makes the offer, unless it was killed.
      if (!isOverdue(`${holder.connection} ${turn.turn_id} ${turn.epoch}`)) return;
      left.delete(holder);
    }
  }

  function isOverdue(choice: string): boolean {
    const since = chosenElsewhere.get(choice) ?? now();
    chosenElsewhere.set(choice, since);
    return now() - since >= answerTime;
  }

  /** Catches turns whose event was lost, or whose node has stopped. */
  async function checkOpenTurns() {
    for (const [choice, since] of chosenElsewhere) {
      if (now() - since > leftOutTime) chosenElsewhere.delete(choice);
    }
    const open = await serving.during(() => turnStore(database.db).allOpen(mostOpen));
    await doEach(open, async ({ space_id, turn_id, state, lease_until, asked_at }) => {
      const isOver =
        state === 'waiting' ? isDayOld(asked_at) : lease_until !== null && lease_until + 1_000 < now();
      if (isOver) await running.timePassed(space_id, turn_id);
      else if (state === 'waiting') tryOffer(space_id);
    });
  }

  const isDayOld = (asked_at: number) => asked_at + turnLimits.waiting <= now();

  function logged(work: Promise<void>) {
    work.catch((error) => log('turns', error));
  }

  return {
    tryOffer,
    torchesChanged,
    close() {
      clearInterval(timer);
      retries.close();
    },
  };
}

/** Runs the work of a key until it calls `done`, and once more if it was asked for meanwhile. */
function oneRunPerKey(work: (key: string, done: () => void) => void) {
  /** Whether each key that is being worked on was asked for again. */
  const keys = new Map<string, boolean>();
  return function run(key: string): void {
    if (keys.has(key)) return void keys.set(key, true);
    keys.set(key, false);
    work(key, () => {
      const isOnceMore = keys.get(key);
      keys.delete(key);
      if (isOnceMore) run(key);
    });
  };
}

/** Rings once for each key, at the time it was last set to (milliseconds since 1970; null: not any more). */
function alarms(ring: (key: string) => void, now: () => number) {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    set(key: string, at: number | null) {
      clearTimeout(timers.get(key));
      timers.delete(key);
      if (at === null) return;
      const rung = () => {
        timers.delete(key);
        ring(key);
      };
      timers.set(key, setTimeout(rung, Math.max(1, at - now())).unref());
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
