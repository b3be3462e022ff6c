import { setImmediate as others, setTimeout as wait } from 'node:timers/promises';
import type { FeedName } from '@polylogue/contract';
import { pages } from '../batches/pages.ts';
import type { Connections, SocketConnection, TicketDeps } from './connections.ts';
import { frameOf } from './frames.ts';
import type { NodeBus } from './node-bus.ts';
import type { BrowserSocket } from './socket.ts';
import { type LiveTimes, pingSpread } from './times.ts';
import type { WatchedFeed, Watching, watchedFeeds } from './watched-feeds.ts';

interface RoundsDeps extends Pick<TicketDeps, 'validSignIns' | 'noteUse'> {
  sockets: { all(): BrowserSocket[]; isStopping(): boolean };
  connected: Pick<Connections, 'all'>;
  feeds: Pick<ReturnType<typeof watchedFeeds>, 'pollHeads' | 'size'>;
  bus: Pick<NodeBus, 'epoch'>;
  checkRights(feed: WatchedFeed, watching: readonly Watching[]): Promise<void>;
  tellNews(): Promise<void>;
  log: (message: string, error: unknown) => void;
  times: LiveTimes;
}

/** People of one query. */
const batch = 100;
/** Portions of a round of `heads` and pings. */
const portions = 250;
/** How much of the time until the next round a round of checks is spread over. */
const checkSpread = 0.8;

/** Yields to other work, for this many milliseconds. */
const rest = (pause: number) => (pause >= 1 ? wait(pause, undefined, { ref: false }) : others());

/** What is done for all sockets again and again: pings, checks of rights, looks for what nobody announced, and news. */
export function startRounds(deps: RoundsDeps) {
  const { sockets, connected, feeds, bus, validSignIns, noteUse, checkRights, tellNews, log, times } = deps;
  /** The bus epoch in which the heads were last read: everything written before it is known. */
  let polledEpoch: number | undefined;

  const logged = (work: Promise<void>) => void work.catch((error) => log('live', error));
  const timers = [
    setInterval(() => logged(pingAll()), times.ping),
    setInterval(alone(checkAll), times.check),
    setInterval(alone(noteUseOfAll), times.use),
    setInterval(alone(pollIfUncertain), times.poll),
    setInterval(alone(tellNews), times.news),
  ];
  for (const timer of timers) timer.unref();

  /** Work that is skipped while it is still under way: a slow database is not asked more and more. */
  function alone(work: () => Promise<void>) {
    let isUnderWay = false;
    return () => {
      if (isUnderWay) return;
      isUnderWay = true;
      const ended = () => {
        isUnderWay = false;
      };
      logged(work().finally(ended));
    };
  }

  async function pingAll() {
    // Finds changes that no node announced.
    await feeds.pollHeads().catch((error) => log('live', error));
    const watchedBy = new Map(connected.all().map(({ socket, watched }) => [socket, watched]));
    const all = sockets.all();
    const size = Math.ceil(all.length / portions);
    const pause = (times.ping * pingSpread * size) / all.length;
    for (const page of pages(all, size)) {
      for (const socket of page) {
        const watched = watchedBy.get(socket);
        if (watched) socket.send(headsFrame(watched));
        socket.ping();
      }
      // Serving thousands of sockets without a pause would delay posts for too long.
      await wait(pause, undefined, { ref: false });
      if (sockets.isStopping()) return;
    }
  }

  async function pollIfUncertain() {
    const epoch = bus.epoch();
    if (epoch !== undefined && epoch === polledEpoch) return;
    await feeds.pollHeads();
    polledEpoch = epoch;
  }

  /** All sockets, spread over the time until the next round: checking thousands in one go would delay posts. */
  async function checkAll() {
    const all = connected.all();
    const steps = Math.ceil(all.length / batch) + feeds.size();
    await check(all, (times.check * checkSpread) / steps);
  }

  async function noteUseOfAll() {
    for (const page of pages(connected.all(), batch)) {
      await noteUse([...new Set(page.map(({ signInId }) => signInId))]);
      await rest(0);
    }
  }

  /**
   * Ends sockets whose sign-in has ended, and stops showing feeds that people may no longer watch.
   * @param pause milliseconds between two queries
   */
  async function check(some: readonly SocketConnection[], pause = 0) {
    const failures: unknown[] = [];
    /** One that fails leaves the others their turn. */
    async function checking(work: () => Promise<void>) {
      if (sockets.isStopping()) return;
      await work().catch((error) => failures.push(error));
      await rest(pause);
    }
    for (const page of pages(some, batch)) {
      await checking(async () => {
        const alive = await validSignIns([...new Set(page.map(({ signInId }) => signInId))]);
        for (const { socket, signInId } of page) if (!alive.has(signInId)) socket.end('signed-out');
      });
    }
    const watched = Map.groupBy(
      some.flatMap((connection) => [...connection.watched.values()]),
      ({ feed }) => feed,
    );
    for (const [feed, watching] of watched) await checking(() => checkRights(feed, watching));
    if (failures.length > 0) throw failures[0];
  }

  return {
    /** Checks these between two rounds. */
    check: (some: readonly SocketConnection[]) => logged(check(some)),
    stop() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

const headsFrame = (watched: ReadonlyMap<FeedName, Watching>) =>
  frameOf({
    type: 'heads',
    heads: Object.fromEntries([...watched].map(([name, { sentUpTo }]) => [name, sentUpTo])),
  });
