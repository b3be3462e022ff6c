import { nextOffer, type TorchHere, type TurnToHold, turnLimits } from '@polylogue/sync/turns';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { postStore } from './post-store.ts';
import type { RunningTurns } from './running-turns.ts';
import { spaceStore } from './store.ts';
import { type TurnTableRow, turnRowOf, turnStore } from './turn-store.ts';

export interface OfferingDeps {
  database: Database;
  running: Pick<RunningTurns, 'offer' | 'timePassed'>;
  sockets(): Pick<Hub, 'torches' | 'watching'>;
  friendsAmong(userId: string, others: readonly string[], on: Queries): Promise<ReadonlySet<string>>;
  blockedWith(userId: string): Promise<string[]>;
  now: () => number;
  log: (message: string, error: unknown) => void;
}

/** How often open turns are looked at that nothing has happened to, and how many at once. */
const lookEvery = 5_000;
const mostOpen = 1_000;
/** Turns in which the last one is looked for that somebody's own torch took. */
const lastTurns = 20;
/** Tokens of the shortest answer that is worth asking for, and around a question. */
const shortAnswer = 500;
const around = 300;

/** Finds browsers for the turns that wait. Every node sees the same torches; the one of the chosen browser offers. */
export function offeringTurns({
  database,
  running,
  sockets,
  friendsAmong,
  blockedWith,
  now,
  log,
}: OfferingDeps) {
  const turns = turnStore(database.db);
  /** Spaces that are looked at right now, with whether they must be once more. */
  const looking = new Map<string, boolean>();
  const timer = setInterval(() => logged(look()), lookEvery).unref();

  /** Something has changed in a space that may let one of its turns be offered. */
  function needsHolder(spaceId: string) {
    if (sockets().torches(spaceId).length === 0) return;
    if (looking.has(spaceId)) return void looking.set(spaceId, true);
    looking.set(spaceId, false);
    logged(
      offerNext(spaceId).finally(() => {
        const isOnceMore = looking.get(spaceId);
        looking.delete(spaceId);
        if (isOnceMore) needsHolder(spaceId);
      }),
    );
  }

  async function offerNext(spaceId: string): Promise<void> {
    const open = await turns.open(spaceId);
    const [first] = open;
    if (!first || open.some(({ state }) => state !== 'waiting')) return;
    const torches = await torchesIn(spaceId, first.feed);
    const waiting = await Promise.all(open.map((turn) => toHold(turn, torches)));
    const found = nextOffer(waiting, torches, now());
    const turn = open.find(({ turn_id }) => turn_id === found?.turn_id);
    // If another node has the connection, it comes to the same result.
    const holder = torches.find(({ connection }) => connection === found?.holder.connection);
    const role = waiting.find(({ turn_id }) => turn_id === turn?.turn_id)?.role;
    if (turn && role && holder?.isHere) await running.offer(turn, role, holder);
  }

  async function torchesIn(spaceId: string, feed: number): Promise<(TorchHere & { isHere: boolean })[]> {
    const last = await turns.last(feed, lastTurns);
    const ownTurnAt = (userId: string) => {
      const took = last.find(
        ({ asked_by, segments }) => asked_by === userId && segments.includes(JSON.stringify(userId)),
      );
      return took?.asked_at ?? null;
    };
    return sockets()
      .torches(spaceId)
      .flatMap(({ user_id, connection, torch, isHere }) =>
        torch ? [{ user_id, connection, isHere, ...torch, own_turn_at: ownTurnAt(user_id) }] : [],
      );
  }

  async function toHold(row: TurnTableRow, torches: readonly TorchHere[]): Promise<TurnToHold> {
    const { segments, excluded } = turnRowOf(row);
    const askedBy = row.asked_by ?? '';
    const others = [...new Set(torches.map(({ user_id }) => user_id))].filter((id) => id !== askedBy);
    const member = await spaceStore(database.db).member(row.space_id, askedBy);
    const question = await postStore(database.db).message(row.feed, row.question_id);
    return {
      turn_id: row.turn_id,
      asked_at: row.asked_at,
      asked_by: askedBy,
      role: member?.role ?? 'listener',
      friends: await friendsAmong(askedBy, others, database.db),
      blocked: new Set(await blockedWith(askedBy)),
      wants: row.wants === null ? null : JSON.parse(row.wants),
      estimate: { input: around + Math.ceil((question?.body.length ?? 0) / 4), output: shortAnswer },
      excluded,
      had: segments.map(({ holder_id }) => holder_id),
      // Counted in the lenders' browsers: one that has answered enough declines.
      within_hour: new Map(),
    };
  }

  /** What no node was told of, and what a node that has gone has left behind. */
  async function look() {
    const open = await turns.everyOpen(mostOpen);
    for (const { space_id, turn_id, state, lease_until, asked_at } of open) {
      const isOver =
        state === 'waiting' ? isDayOld(asked_at) : lease_until !== null && lease_until + 1_000 < now();
      if (isOver) await running.timePassed(space_id, turn_id);
      else if (state === 'waiting') needsHolder(space_id);
    }
  }

  const isDayOld = (asked_at: number) => asked_at + turnLimits.waiting <= now();

  function logged(work: Promise<void>) {
    work.catch((error) => log('turns', error));
  }

  return {
    needsHolder,
    close: () => clearInterval(timer),
  };
}
