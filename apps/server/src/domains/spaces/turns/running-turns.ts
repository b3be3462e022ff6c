import type { SpaceRole } from '@polylogue/sync/spaces';
import {
  type Advanced,
  advanceTurn,
  deadline,
  hasEnded,
  type OngoingTurn,
  ownConnection,
  reread,
  storedTurn,
  type TurnEffect,
  type TurnEvent,
  type TurnRow,
  turnLimits,
  turnOf,
} from '@polylogue/sync/turns';
import type { Database } from '../../../platform/database/database.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { TurnFrame } from '../../../platform/live/turn-frames.ts';
import type { Command, Commands, OpenSpace } from '../core/command.ts';
import { bytesOf, noMessage } from '../core/policy.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { messageStore } from '../store/message-store.ts';
import { type TurnTableRow, turnRowOf } from '../store/turn-row.ts';
import { turnStore } from '../store/turn-store.ts';
import { addUsedText } from '../store/used-text.ts';
import { deltaBatcher } from './delta-batcher.ts';
import type { TurnTimes } from './times.ts';
import { turnEventOf } from './turn-event.ts';

export interface RunningTurnsDeps {
  database: Database;
  commands: Commands;
  notifications: Pick<Notifications, 'enqueue'>;
  sockets(): Pick<Hub, 'isConnected' | 'sendTo' | 'showDelta' | 'turnChanged' | 'watcherCount' | 'isLooking'>;
  /** A space may have a turn to offer. */
  tryOffer(spaceId: string): void;
  now: () => number;
  times: Pick<TurnTimes, 'retry'>;
  log: (message: string, error: unknown) => void;
}

/** The part of a turn that never changes once it has been offered. */
type TurnInfo = Pick<
  TurnTableRow,
  'turn_id' | 'feed' | 'space_id' | 'asked_by' | 'question_id' | 'reads_until' | 'wants'
>;

/** A turn that this node works on. */
interface Running {
  info: TurnInfo;
  turn: OngoingTurn;
  /** The asker's role at the last offer. */
  role: SpaceRole;
  /** Events are applied one after another. */
  queue: Promise<unknown>;
  /** How many of them have not been applied yet. */
  queued: number;
  /** The last one could not be applied, for example because the database does not answer. */
  hasFailed: boolean;
  /** The holder's connection to this node: the reason why this node works on the turn. */
  ownConnection: string | null;
  timer: NodeJS.Timeout | undefined;
  batcher: ReturnType<typeof deltaBatcher>;
}

/** Runs a change in a transaction: the server's own, or one that checks a person's rights first. */
type InTransaction = <Result>(work: (open: OpenSpace) => Promise<Result>) => Promise<Result>;

/**
 * How long to wait for the browser of who looks at an answer to say that it was seen (milliseconds). Nothing comes from
 * one that sleeps or has lost its network, although it counts as present for up to a minute.
 */
const seenTime = 60_000;

/** Ids of turns are unique in their space only. */
const keyOf = (spaceId: string, turnId: string) => `${spaceId} ${turnId}`;

/** Another node has written to the turn since it was read. */
const conflict = Symbol('another node was first');

/** Works on turns whose holders are connected to this node, and changes all others on request. */
export function runningTurns(deps: RunningTurnsDeps) {
  const { database, commands, notifications, sockets, tryOffer, now, times, log } = deps;
  const turns = new Map<string, Running>();
  let isClosed = false;
  const heartbeatTimer = setInterval(requestHeartbeats, turnLimits.heartbeat).unref();

  const readers = () =>
    [...turns.values()].reduce((sum, { info }) => sum + sockets().watcherCount(info.space_id), 0);

  function runningOf(row: TurnTableRow): Running {
    const { turn_id, feed, space_id, asked_by, question_id, reads_until, wants } = row;
    const batcher = deltaBatcher({
      readers,
      now,
      send({ type, ...delta }) {
        sockets().showDelta({ type, feed: space_id, turn_id, ...delta }, asked_by ?? '');
      },
    });
    return {
      info: { turn_id, feed, space_id, asked_by, question_id, reads_until, wants },
      turn: turnOf(turnRowOf(row), now()),
      role: 'listener',
      queue: Promise.resolve(),
      queued: 0,
      hasFailed: false,
      ownConnection: null,
      timer: undefined,
      batcher,
    };
  }

  /** The turn from memory, or else from the database. */
  async function find(spaceId: string, turnId: string): Promise<Running | undefined> {
    const key = keyOf(spaceId, turnId);
    const known = turns.get(key);
    if (known) return known;
    const row = await turnStore(database.db).inSpace(spaceId, turnId);
    const running = turns.get(key) ?? (row && runningOf(row));
    if (running) turns.set(key, running);
    return running;
  }

  /** Runs after everything queued for this turn. */
  function enqueue<Result>(running: Running, work: () => Promise<Result>): Promise<Result> {
    running.queued += 1;
    const settle = (hasFailed: boolean) => {
      running.queued -= 1;
      running.hasFailed = hasFailed;
      keepOrDrop(running);
    };
    const result = running.queue.then(work);
    result.then(
      () => settle(false),
      () => settle(true),
    );
    running.queue = result.catch(() => {});
    return result;
  }

  function applyEvent(running: Running, event: TurnEvent): Promise<void> {
    return enqueue(running, async () => {
      const { turn, save, effects } = advanceTurn(running.turn, event, now());
      if (save === 'state')
        return saveState(running, event, inServer(running)).catch(reloadOnConflict(running));
      const before = running.turn;
      running.turn = turn;
      runEffects(running, effects);
      if (save === 'text') await saveText(running, before);
    });
  }

  const reloadOnConflict = (running: Running) => (error: unknown) => {
    if (error !== conflict) throw error;
    return reload(running);
  };

  const inServer =
    ({ info }: Running): InTransaction =>
    (work) =>
      commands.ofSpace(info.space_id, work);

  async function saveState(running: Running, event: TurnEvent, inTransaction: InTransaction): Promise<void> {
    const { feed, turn_id } = running.info;
    const done = await inTransaction(async (open): Promise<Advanced> => {
      const row = (await turnStore(open.trx).find(feed, turn_id)) ?? noMessage();
      // A post may have joined it since it was read.
      running.info = { ...running.info, reads_until: row.reads_until };
      const stored = turnRowOf(row);
      const advanced = advanceTurn(reread(running.turn, stored, now()), event, now());
      if (advanced.save !== 'state') return advanced;
      if (!(await turnStore(open.trx).saveState(feed, turn_id, stored, storedTurn(advanced.turn))))
        throw conflict;
      await updateMessage(open, running.info, advanced.turn, stored.state);
      return advanced;
    });
    const before = running.turn;
    running.turn = done.turn;
    runEffects(running, done.effects);
    announce(running, before);
  }

  /** Gives the row of the message a new number, and counts its text. */
  async function updateMessage(
    open: OpenSpace,
    { feed, turn_id, asked_by }: TurnInfo,
    turn: OngoingTurn,
    before: OngoingTurn['state'],
  ) {
    const row = await messageStore(open.trx).find(feed, turn_id);
    if (!row) return;
    const bytes = bytesOf(turn.text, JSON.stringify(turn.segments));
    await open.changeMessage(row.row_id, { bytes });
    if (!asked_by) return;
    await addUsedText(open.trx, asked_by, bytes - row.bytes);
    if (turn.state !== 'done' || before === 'done') return;
    const { space_id } = open.space;
    const pause = sockets().isLooking(space_id, asked_by) ? seenTime : 0;
    const answer = { kind: 'answer', space_id, message_id: turn_id } as const;
    await notifications.enqueue(open.trx, answer, open.now + pause);
  }

  async function saveText(running: Running, before: TurnRow): Promise<void> {
    const { feed, turn_id } = running.info;
    if (await turnStore(database.db).saveText(feed, turn_id, before, storedTurn(running.turn))) return;
    await reload(running);
  }

  async function reload(running: Running): Promise<void> {
    const { feed, turn_id } = running.info;
    const row = await turnStore(database.db).find(feed, turn_id);
    if (!row) return;
    const { connection, epoch } = running.turn;
    const isLost = row.epoch !== epoch || row.connection !== connection;
    if (isLost && connection !== null) {
      const because =
        row.ended_at === null ? 'lapsed' : (row.state as 'done' | 'failed' | 'stopped' | 'expired');
      // If the holder has moved to another node, its connection here is closed already.
      runEffects(running, [{ type: 'revoke', connection, epoch, because }]);
    }
    running.turn = reread(running.turn, turnRowOf(row), now());
  }

  /** Drops the turn unless its holder is connected to this node or events are queued. */
  function keepOrDrop(running: Running) {
    const { turn, info, queued } = running;
    clearTimeout(running.timer);
    running.ownConnection = ownConnection(turn, running.ownConnection, sockets().isConnected);
    if (isClosed || (running.ownConnection === null && queued === 0)) {
      const key = keyOf(info.space_id, info.turn_id);
      if (turns.get(key) === running) turns.delete(key);
      return;
    }
    const at = running.ownConnection === null ? null : deadline(turn);
    if (at === null) return;
    const pass = () => logged(applyEvent(running, { type: 'time-passed' }));
    running.timer = setTimeout(pass, Math.max(running.hasFailed ? times.retry : 1, at - now())).unref();
  }

  function announce({ info, turn }: Running, before: OngoingTurn) {
    if (turn.state === before.state && turn.epoch === before.epoch) return;
    sockets().turnChanged(info.space_id, info.turn_id);
    // The same turn again, or the next one.
    if (turn.state === 'waiting' || hasEnded(turn)) tryOffer(info.space_id);
  }

  function runEffects(running: Running, effects: readonly TurnEffect[]) {
    const { space_id: feed, turn_id, asked_by, question_id, reads_until, wants } = running.info;
    for (const effect of effects) {
      if (effect.type === 'delta') {
        running.batcher.add(effect);
        continue;
      }
      running.batcher.flush();
      const { connection, epoch } = effect;
      const turn = { feed, turn_id, epoch };
      switch (effect.type) {
        case 'offer': {
          const { until, text } = effect;
          const question = { asked_by: asked_by ?? '', role: running.role, question_id, reads_until };
          const wanted = wants === null ? null : JSON.parse(wants);
          const isThere = sockets().sendTo(connection, {
            type: 'offer',
            ...turn,
            until,
            text,
            ...question,
            wants: wanted,
          });
          if (!isThere) logged(applyEvent(running, { type: 'connection-gone', connection }));
          break;
        }
        case 'ack':
          sockets().sendTo(connection, { type: 'ack', ...turn, length: effect.length });
          break;
        case 'revoke':
          sockets().sendTo(connection, { type: 'revoked', ...turn, because: effect.because });
      }
    }
    if (hasEnded(running.turn)) running.batcher.flush();
  }

  function requestHeartbeats() {
    for (const { turn, info } of turns.values()) {
      if (turn.state !== 'running' || turn.connection === null) continue;
      const { space_id: feed, turn_id } = info;
      sockets().sendTo(turn.connection, { type: 'heartbeat-request', feed, turn_id, epoch: turn.epoch });
    }
  }

  function logged(work: Promise<unknown>) {
    work.catch((error) => {
      if (error !== conflict) log('turn', error);
    });
  }

  return {
    frameReceived(frame: TurnFrame, from: { connection: string; userId: string }) {
      const known = turns.get(keyOf(frame.feed, frame.turn_id));
      const event = turnEventOf(frame, from);
      if (known) return logged(applyEvent(known, event));
      logged(find(frame.feed, frame.turn_id).then((running) => running && applyEvent(running, event)));
    },

    watcherLeft(spaceId: string, connection: string, isLeft: boolean) {
      for (const running of turns.values()) {
        if (running.info.space_id !== spaceId || running.turn.connection !== connection) continue;
        logged(applyEvent(running, { type: 'connection-gone', connection, isLeft }));
      }
    },

    changedElsewhere(spaceId: string, turnId: string) {
      const running = turns.get(keyOf(spaceId, turnId));
      if (running) logged(enqueue(running, () => reload(running)));
    },

    /** Offers a waiting turn; false if it no longer waits, or if another turn of the space has started. */
    async offer(
      row: TurnTableRow,
      role: SpaceRole,
      holder: { user_id: string; connection: string; browser?: string | null },
    ): Promise<boolean> {
      const running = (await find(row.space_id, row.turn_id)) ?? runningOf(row);
      running.role = role;
      const event: TurnEvent = {
        type: 'holder-found',
        holder_id: holder.user_id,
        connection: holder.connection,
        browser: holder.browser ?? null,
      };
      await enqueue(running, () =>
        saveState(running, event, (work) =>
          commands.ofSpace(row.space_id, async (open) => {
            const others = await turnStore(open.trx).open(row.space_id);
            if (others.some(({ state }) => state !== 'waiting')) throw conflict;
            return work(open);
          }),
        ),
      ).catch((error) => {
        if (error !== conflict) throw error;
      });
      return running.turn.connection === holder.connection;
    },

    /** Applies a person's event; `allowed` throws a refusal. */
    async command(
      userId: string,
      spaceId: string,
      turnId: string,
      event: TurnEvent,
      allowed: (command: Command, row: TurnTableRow) => void,
    ): Promise<{ head: number }> {
      const running = await find(spaceId, turnId);
      if (!running) return noMessageIn(userId, spaceId);
      let head = 0;
      await enqueue(running, () =>
        saveState(running, event, (work) =>
          commands.inSpace(userId, spaceId, async (command) => {
            const { feed, turn_id } = running.info;
            const row = (await turnStore(command.open.trx).find(feed, turn_id)) ?? noMessage();
            allowed(command, row);
            const result = await work(command.open);
            head = command.open.head;
            return result;
          }),
        ),
      );
      return { head };
    },

    /** For a turn whose question was deleted or taken off the record. */
    stop(spaceId: string, turnId: string) {
      logged(find(spaceId, turnId).then((running) => running && applyEvent(running, { type: 'stopped' })));
    },

    /** For a turn whose node has stopped, or that has waited for a day. */
    async timePassed(spaceId: string, turnId: string): Promise<void> {
      if (turns.has(keyOf(spaceId, turnId))) return;
      const running = await find(spaceId, turnId);
      if (running) await applyEvent(running, { type: 'time-passed' });
    },

    close() {
      isClosed = true;
      clearInterval(heartbeatTimer);
      for (const running of turns.values()) clearTimeout(running.timer);
    },
  };

  /** Refuses people who are not in the space as if it did not exist. */
  function noMessageIn(userId: string, spaceId: string) {
    return commands.inSpace(userId, spaceId, async () => noMessage());
  }
}
export type RunningTurns = ReturnType<typeof runningTurns>;
