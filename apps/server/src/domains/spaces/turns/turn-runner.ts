import { storedTurn, type TurnEvent } from '@polylogue/sync/turns';
import type { OpenSpace } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import type { TurnTableRow } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { deltaBatcher } from './delta-batcher.ts';
import {
  advanceRunning,
  type RunningEffect,
  type RunningEvent,
  type RunningTurn,
  runningTurn,
} from './running-turn.ts';
import { conflict, type SavingDeps, saveEvent } from './saving.ts';
import type { TurnTimes } from './times.ts';

export type TurnRunnerDeps = SavingDeps &
  Pick<SpaceContext, 'database' | 'commands' | 'sockets' | 'now' | 'log'> & {
    /** A space may have a turn to offer. */
    tryOffer(spaceId: string): void;
    /** Since when this node works without a break (milliseconds since 1970). */
    servedSince(): number;
    times: Pick<TurnTimes, 'retry'>;
  };

/** A turn in memory. */
export interface TurnEntry {
  running: RunningTurn;
  /** What its events wait for. */
  last: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
  readonly batcher: ReturnType<typeof deltaBatcher>;
}

/** Runs a change in a transaction: the server's own, or one that checks a person's rights first. */
type InTransaction = <Result>(work: (open: OpenSpace) => Promise<Result>) => Promise<Result>;

/** Keeps turns in memory while their holders are connected to this node, and runs what their events ask for. */
export function turnRunner(deps: TurnRunnerDeps) {
  const { database, commands, sockets, tryOffer, servedSince, now, times, log } = deps;
  const entries = new Map<string, TurnEntry>();
  let isClosed = false;

  const find = (spaceId: string, turnId: string) => foundIn(entries, spaceId, turnId, deps);

  function step(entry: TurnEntry, event: RunningEvent) {
    const { running, save, effects } = advanceRunning(entry.running, event, now());
    entry.running = running;
    for (const effect of effects) run(entry, effect);
    return save;
  }

  function run(entry: TurnEntry, effect: RunningEffect) {
    const { space_id, turn_id } = entry.running.info;
    switch (effect.do) {
      case 'show':
        return entry.batcher.add(effect.delta);
      case 'flush':
        return entry.batcher.flush();
      case 'send': {
        const { connection, frame } = effect;
        if (sockets().sendTo(connection, frame) || frame.type !== 'offer') return;
        return logged(apply(entry, { type: 'connection-gone', connection }));
      }
      case 'announce':
        return sockets().turnChanged(space_id, turn_id);
      case 'pass-over':
        return sockets().passOver(space_id, effect.connection);
      case 'offer-next':
        return tryOffer(space_id);
      case 'wait': {
        clearTimeout(entry.timer);
        const { until, hasFailed } = effect;
        if (until === null || isClosed) return;
        const wait = Math.max(hasFailed ? times.retry : 1, until - now());
        const expire = () => logged(apply(entry, { type: 'time-passed', servedSince: servedSince() }));
        entry.timer = setTimeout(expire, wait).unref();
        return;
      }
      case 'drop': {
        clearTimeout(entry.timer);
        const key = keyOf(space_id, turn_id);
        if (entries.get(key) === entry) entries.delete(key);
      }
    }
  }

  /** Runs after everything queued for this turn. */
  function enqueue<Result>(entry: TurnEntry, work: () => Promise<Result>): Promise<Result> {
    step(entry, { type: 'event-queued' });
    const result = entry.last.then(work);
    const settle = (hasFailed: boolean) =>
      step(entry, { type: 'event-applied', hasFailed, ...knownNow(deps) });
    entry.last = result.then(
      () => settle(false),
      () => settle(true),
    );
    return result;
  }

  async function saveIn(inTransaction: InTransaction, entry: TurnEntry, event: TurnEvent): Promise<void> {
    const saved = await inTransaction((open) => saveEvent(open, entry.running, event, deps));
    step(entry, { type: 'state-saved', ...saved });
  }

  async function reload(entry: TurnEntry): Promise<void> {
    const { feed, turn_id } = entry.running.info;
    const row = await turnStore(database.db).find(feed, turn_id);
    if (row) step(entry, { type: 'row-read', row });
  }

  async function applied(entry: TurnEntry, event: TurnEvent): Promise<void> {
    const { turn: before, info } = entry.running;
    const save = step(entry, { type: 'turn-event', event });
    if (save === 'state') {
      return saveIn((work) => commands.ofSpace(info.space_id, work), entry, event).catch((error) => {
        if (error !== conflict) throw error;
        return reload(entry);
      });
    }
    if (save !== 'text') return;
    const row = storedTurn(entry.running.turn);
    if (!(await turnStore(database.db).saveText(info.feed, info.turn_id, before, row))) await reload(entry);
  }

  /** Applies events that are found out once those before them are applied. */
  const applyFound = (entry: TurnEntry, found: () => Promise<TurnEvent[]>): Promise<void> =>
    enqueue(entry, async () => {
      for (const event of await found()) await applied(entry, event);
    });

  const apply = (entry: TurnEntry, event: TurnEvent): Promise<void> =>
    enqueue(entry, () => applied(entry, event));

  function logged(work: Promise<unknown>) {
    work.catch((error) => {
      if (error !== conflict) log('turn', error);
    });
  }

  return {
    find,
    inMemory: (spaceId: string, turnId: string) => entries.get(keyOf(spaceId, turnId)),
    all: () => entries.values(),
    step,
    apply,
    applyFound,
    logged,
    /** Saves the event in the caller's transaction; throws `conflict` if another node was first. */
    save: (entry: TurnEntry, event: TurnEvent, inTransaction: InTransaction) =>
      enqueue(entry, () => saveIn(inTransaction, entry, event)),
    reload: (entry: TurnEntry) => enqueue(entry, () => reload(entry)),
    close() {
      isClosed = true;
      for (const { timer } of entries.values()) clearTimeout(timer);
    },
  };
}

/** The turn from memory, or else from the database. */
async function foundIn(
  entries: Map<string, TurnEntry>,
  spaceId: string,
  turnId: string,
  deps: Pick<TurnRunnerDeps, 'database' | 'sockets' | 'now'>,
): Promise<TurnEntry | undefined> {
  const key = keyOf(spaceId, turnId);
  const known = entries.get(key);
  if (known) return known;
  const row = await turnStore(deps.database.db).inSpace(spaceId, turnId);
  const entry = entries.get(key) ?? (row && turnEntry(row, deps, entries));
  if (entry) entries.set(key, entry);
  return entry;
}

const knownNow = ({ servedSince, sockets }: TurnRunnerDeps) => ({
  servedSince: servedSince(),
  isConnected: sockets().isConnected,
});

/** Ids of turns are unique in their space only. */
const keyOf = (spaceId: string, turnId: string) => `${spaceId} ${turnId}`;

function turnEntry(
  row: TurnTableRow,
  { sockets, now }: Pick<TurnRunnerDeps, 'sockets' | 'now'>,
  all: ReadonlyMap<string, TurnEntry>,
): TurnEntry {
  const { space_id: feed, turn_id, asked_by } = row;
  const batcher = deltaBatcher({
    readers: () =>
      [...all.values()].reduce((sum, { running }) => sum + sockets().watcherCount(running.info.space_id), 0),
    now,
    send: ({ type, ...delta }) => sockets().showDelta({ type, feed, turn_id, ...delta }, asked_by ?? ''),
  });
  return { running: runningTurn(row, now()), last: Promise.resolve(), timer: undefined, batcher };
}
