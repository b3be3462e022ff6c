import { leastTurn, nextOffer, type PresentTorch, type TurnToHold, turnLimits } from '@polylogue/sync/turns';
import { doEach } from '../../../platform/batches/do-each.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import { rightsIn } from '../core/policy.ts';
import { speakersAmong } from '../core/speakers.ts';
import { membershipStore } from '../store/membership-store.ts';
import { messageStore } from '../store/message-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import type { RunningTurns } from './running-turns.ts';
import type { TurnTimes } from './times.ts';

export interface OfferingDeps {
  database: Database;
  running: Pick<RunningTurns, 'offer' | 'timePassed'>;
  sockets(): Pick<Hub, 'torches' | 'watcherCount'>;
  friendsAmong(userId: string, others: readonly string[], on: Queries): Promise<ReadonlySet<string>>;
  blockedAmong(userId: string, others: readonly string[]): Promise<Set<string>>;
  now: () => number;
  times: Pick<TurnTimes, 'check' | 'look'>;
  log: (message: string, error: unknown) => void;
}

/** How many open turns are checked per round. */
const mostOpen = 1_000;
/** How long a torch on another node may take to be offered a turn, and is left out after that (milliseconds). */
const answerTime = 5_000;
const leftOutTime = 60_000;
/** How many recent turns are searched for one that a member's own torch took. */
const lastTurns = 20;

/** Finds browsers for waiting turns. All nodes see the same torches; the chosen browser's node makes the offer. */
export function offeringTurns({
  database,
  running,
  sockets,
  friendsAmong,
  blockedAmong,
  now,
  times,
  log,
}: OfferingDeps) {
  /** Spaces being checked right now, and whether they must be checked again afterwards. */
  const checking = new Map<string, boolean>();
  /** Spaces whose torches changed within the last second, and whether they did again. */
  const lookedAt = new Map<string, boolean>();
  /** When a torch on another node was first chosen, by torch, turn and epoch. */
  const chosenElsewhere = new Map<string, number>();
  const timer = setInterval(() => logged(checkOpenTurns()), times.check).unref();

  /**
   * A torch came, changed or went. The first change is looked at immediately, and those within a second of it together: a
   * browser may change what it offers many times a second.
   */
  function torchesChanged(spaceId: string) {
    if (lookedAt.has(spaceId)) return void lookedAt.set(spaceId, true);
    lookedAt.set(spaceId, false);
    tryOffer(spaceId);
    setTimeout(() => {
      const hasChanged = lookedAt.get(spaceId);
      lookedAt.delete(spaceId);
      if (hasChanged) torchesChanged(spaceId);
    }, times.look).unref();
  }

  /** Offers the next waiting turn of a space, if there is one and a torch for it. */
  function tryOffer(spaceId: string) {
    if (sockets().torches(spaceId).length === 0) return;
    if (checking.has(spaceId)) return void checking.set(spaceId, true);
    checking.set(spaceId, false);
    logged(
      offerNext(spaceId).finally(() => {
        const isOnceMore = checking.get(spaceId);
        checking.delete(spaceId);
        if (isOnceMore) tryOffer(spaceId);
      }),
    );
  }

  async function offerNext(spaceId: string): Promise<void> {
    const open = await turnStore(database.db).open(spaceId);
    const [first] = open;
    if (!first || open.some(({ state }) => state !== 'waiting')) return;
    const torches = await torchesIn(spaceId, first.feed);
    const waiting = (await Promise.all(open.map((turn) => toHold(turn, torches)))).filter(
      (turn) => turn !== null,
    );
    const left = new Set(torches);
    for (;;) {
      const found = nextOffer(waiting, [...left], now());
      const turn = open.find(({ turn_id }) => turn_id === found?.turn_id);
      const holder = torches.find(({ connection }) => connection === found?.holder.connection);
      const role = waiting.find(({ turn_id }) => turn_id === turn?.turn_id)?.role;
      if (!turn || !role || !holder) return;
      if (holder.isHere) return running.offer(turn, role, holder);
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

  async function torchesIn(spaceId: string, feed: number): Promise<(PresentTorch & { isHere: boolean })[]> {
    const last = await turnStore(database.db).last(feed, lastTurns);
    const ownTurnAt = (userId: string) => {
      const took = last.find(
        ({ asked_by, segments }) => asked_by === userId && segments.includes(JSON.stringify(userId)),
      );
      return took?.asked_at ?? null;
    };
    const present = sockets().torches(spaceId);
    const space = await spaceStore(database.db).find(spaceId);
    if (!space) return [];
    const ids = present.map(({ user_id }) => user_id);
    const speakers = await speakersAmong(database.db, space, ids, now());
    return present.flatMap(({ user_id, connection, sign_in, is_visible, torch, isHere }) => {
      if (!torch) return [];
      const { lend, for_self = null, ...rest } = torch;
      return {
        ...rest,
        user_id,
        connection,
        browser: sign_in ?? null,
        for_self,
        is_visible: is_visible === true,
        isHere,
        // Who may not post answers their own questions only.
        lend: speakers.has(user_id) ? lend : null,
        own_turn_at: ownTurnAt(user_id),
      };
    });
  }

  /** Null: who asked is no longer in the space, or may not post there at the moment. */
  async function toHold(row: TurnTableRow, torches: readonly PresentTorch[]): Promise<TurnToHold | null> {
    const { segments, excluded } = turnRowOf(row);
    const askedBy = row.asked_by ?? '';
    const others = [...new Set(torches.map(({ user_id }) => user_id))].filter((id) => id !== askedBy);
    const membership = await membershipStore(database.db).find(row.space_id, askedBy);
    if (!membership || !rightsIn(membership, now()).post) return null;
    const question = await messageStore(database.db).find(row.feed, row.question_id);
    return {
      turn_id: row.turn_id,
      asked_at: row.asked_at,
      asked_by: askedBy,
      asked_on: row.asked_on,
      role: membership.me.role,
      friends: await friendsAmong(askedBy, others, database.db),
      blocked: await blockedAmong(askedBy, others),
      wants: row.wants === null ? null : JSON.parse(row.wants),
      estimate: { ...leastTurn, input: leastTurn.input + Math.ceil((question?.body.length ?? 0) / 4) },
      excluded,
      segments,
    };
  }

  /** Catches turns whose event was lost, or whose node has stopped. */
  async function checkOpenTurns() {
    for (const [choice, since] of chosenElsewhere) {
      if (now() - since > leftOutTime) chosenElsewhere.delete(choice);
    }
    const open = await turnStore(database.db).allOpen(mostOpen);
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
    close: () => clearInterval(timer),
  };
}
