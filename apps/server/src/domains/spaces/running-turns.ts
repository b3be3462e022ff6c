import type { SpaceRole } from '@polylogue/sync';
import {
  type Advanced,
  advance,
  deadline,
  hasEnded,
  ownConnection,
  reread,
  rowOf,
  type Turn,
  type TurnEffect,
  type TurnEvent,
  type TurnRow,
  turnLimits,
  turnOf,
} from '@polylogue/sync/turns';
import type { Database } from '../../platform/database/database.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { TurnFrame } from '../../platform/live/turn-frames.ts';
import type { Command, Commands, OpenSpace } from './command.ts';
import { deltaJoiner } from './delta-joiner.ts';
import type { Notifications } from './notifications.ts';
import { bytesOf, noMessage } from './policy.ts';
import { postStore } from './post-store.ts';
import { eventOf } from './turn-rules.ts';
import { type TurnTableRow, turnRowOf, turnStore } from './turn-store.ts';

export interface RunningTurnsDeps {
  database: Database;
  commands: Commands;
  notifications: Pick<Notifications, 'later'>;
  sockets(): Pick<Hub, 'isConnected' | 'sendTo' | 'showDelta' | 'turnChanged' | 'watching' | 'isLooking'>;
  /** A space may have a turn to offer. */
  needsHolder(spaceId: string): void;
  now: () => number;
  log: (message: string, error: unknown) => void;
}

/** What never changes of a turn. */
type Question = Pick<
  TurnTableRow,
  'turn_id' | 'feed' | 'space_id' | 'asked_by' | 'question_id' | 'reads_until' | 'wants'
>;

/** A turn that is worked on. */
interface Running {
  question: Question;
  turn: Turn;
  /** Of who asked, when it was offered last. */
  role: SpaceRole;
  /** One event after the other. */
  queue: Promise<unknown>;
  /** How many of them are still to come. */
  waiting: number;
  /** The connection of its holder to this node, for the sake of which this node works on it. */
  own: string | null;
  timer: NodeJS.Timeout | undefined;
  joiner: ReturnType<typeof deltaJoiner>;
}

/** In which transaction a turn changes: of the server, or of a person whose rights are checked first. */
type In = <Result>(work: (open: OpenSpace) => Promise<Result>) => Promise<Result>;

/** Text that is stored may lag behind what was sent on; another node may have written since. */
const tooLate = Symbol('another node was first');

/** The turns whose holders are connected to this node, and changes to all others. */
export function runningTurns(deps: RunningTurnsDeps) {
  const { database, commands, notifications, sockets, needsHolder, now, log } = deps;
  const turns = new Map<string, Running>();
  let isClosed = false;
  const asking = setInterval(askHolders, turnLimits.heartbeat).unref();

  const readers = () =>
    [...turns.values()].reduce((sum, { question }) => sum + sockets().watching(question.space_id), 0);

  function begun(row: TurnTableRow): Running {
    const { turn_id, feed, space_id, asked_by, question_id, reads_until, wants } = row;
    const joiner = deltaJoiner({
      readers,
      now,
      show({ type, ...delta }) {
        sockets().showDelta({ type, feed: space_id, turn_id, ...delta }, asked_by ?? '');
      },
    });
    const question = { turn_id, feed, space_id, asked_by, question_id, reads_until, wants };
    return {
      question,
      turn: turnOf(turnRowOf(row), now()),
      role: 'listener',
      queue: Promise.resolve(),
      waiting: 0,
      own: null,
      timer: undefined,
      joiner,
    };
  }

  /** The turn as this node works on it, or as it is stored. */
  async function find(spaceId: string, turnId: string): Promise<Running | undefined> {
    const known = turns.get(turnId);
    if (known) return known.question.space_id === spaceId ? known : undefined;
    const row = await turnStore(database.db).inSpace(spaceId, turnId);
    const running = turns.get(turnId) ?? (row && begun(row));
    if (running) turns.set(turnId, running);
    return running;
  }

  /** One event after the other. */
  function next<Result>(running: Running, work: () => Promise<Result>): Promise<Result> {
    running.waiting += 1;
    const result = running.queue.then(work).finally(() => {
      running.waiting -= 1;
      keepOrDrop(running);
    });
    running.queue = result.catch(() => {});
    return result;
  }

  function happen(running: Running, event: TurnEvent): Promise<void> {
    return next(running, async () => {
      const { turn, save, effects } = advance(running.turn, event, now());
      if (save === 'state') return saveState(running, event, inServer(running)).catch(tooLateFor(running));
      const was = running.turn;
      running.turn = turn;
      carryOut(running, effects);
      if (save === 'text') await saveText(running, was);
    });
  }

  const tooLateFor = (running: Running) => (error: unknown) => {
    if (error !== tooLate) throw error;
    return readAgain(running);
  };

  const inServer =
    ({ question }: Running): In =>
    (work) =>
      commands.ofSpace(question.space_id, work);

  async function saveState(running: Running, event: TurnEvent, inTransaction: In): Promise<void> {
    const { feed, turn_id } = running.question;
    const done = await inTransaction(async (open): Promise<Advanced> => {
      const store = turnStore(open.trx);
      const row = (await store.turn(feed, turn_id)) ?? noMessage();
      const stored = turnRowOf(row);
      const advanced = advance(reread(running.turn, stored, now()), event, now());
      if (advanced.save !== 'state') return advanced;
      if (!(await store.saveState(feed, turn_id, stored, rowOf(advanced.turn)))) throw tooLate;
      await note(open, running.question, advanced.turn);
      return advanced;
    });
    const before = running.turn;
    running.turn = done.turn;
    carryOut(running, done.effects);
    afterwards(running, before);
  }

  /** Gives the row of the message a new number, and counts the text of an answer that has ended. */
  async function note(open: OpenSpace, { feed, turn_id, asked_by }: Question, turn: Turn) {
    const posts = postStore(open.trx);
    const row = await posts.message(feed, turn_id);
    if (!row) return;
    const bytes = bytesOf(turn.text, JSON.stringify(turn.segments));
    await open.changeMessage(row.row_id, { bytes });
    if (!hasEnded(turn) || !asked_by) return;
    await posts.addBytes(asked_by, bytes - row.bytes);
    const isNews = turn.state === 'done' && !sockets().isLooking(open.space.space_id, asked_by);
    if (isNews) {
      const { space_id } = open.space;
      await notifications.later(open.trx, { kind: 'answer', space_id, message_id: turn_id });
    }
  }

  async function saveText(running: Running, was: TurnRow): Promise<void> {
    const { feed, turn_id } = running.question;
    if (await turnStore(database.db).saveText(feed, turn_id, was, rowOf(running.turn))) return;
    await readAgain(running);
  }

  async function readAgain(running: Running): Promise<void> {
    const { feed, turn_id } = running.question;
    const row = await turnStore(database.db).turn(feed, turn_id);
    if (!row) return;
    const { connection, epoch } = running.turn;
    const isLost = row.epoch !== epoch || row.connection !== connection;
    if (isLost && connection !== null) {
      const because =
        row.ended_at === null ? 'lapsed' : (row.state as 'done' | 'failed' | 'stopped' | 'expired');
      // Where the holder has moved to another node, its connection here is gone.
      carryOut(running, [{ type: 'revoke', connection, epoch, because }]);
    }
    running.turn = reread(running.turn, turnRowOf(row), now());
  }

  /** A node works on a turn from when its holder is connected there until another one does, or nobody. */
  function keepOrDrop(running: Running) {
    const { turn, question, waiting } = running;
    clearTimeout(running.timer);
    running.own = ownConnection(turn, running.own, sockets().isConnected);
    if (isClosed || (running.own === null && waiting === 0)) {
      if (turns.get(question.turn_id) === running) turns.delete(question.turn_id);
      return;
    }
    const at = running.own === null ? null : deadline(turn);
    if (at === null) return;
    const pass = () => logged(happen(running, { type: 'time-passed' }));
    running.timer = setTimeout(pass, Math.max(1, at - now())).unref();
  }

  function afterwards({ question, turn }: Running, before: Turn) {
    if (turn.state === before.state && turn.epoch === before.epoch) return;
    sockets().turnChanged(question.space_id, question.turn_id);
    // Its own turn again, or the next one.
    if (turn.state === 'waiting' || hasEnded(turn)) needsHolder(question.space_id);
  }

  function carryOut(running: Running, effects: readonly TurnEffect[]) {
    const { space_id: feed, turn_id, asked_by, question_id, reads_until, wants } = running.question;
    for (const effect of effects) {
      if (effect.type === 'delta') {
        running.joiner.add(effect);
        continue;
      }
      running.joiner.flush();
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
          if (!isThere) logged(happen(running, { type: 'connection-gone', connection }));
          break;
        }
        case 'ack':
          sockets().sendTo(connection, { type: 'ack', ...turn, length: effect.length });
          break;
        case 'revoke':
          sockets().sendTo(connection, { type: 'revoked', ...turn, because: effect.because });
      }
    }
    if (hasEnded(running.turn)) running.joiner.flush();
  }

  function askHolders() {
    for (const { turn, question } of turns.values()) {
      if (turn.state !== 'running' || turn.connection === null) continue;
      const { space_id: feed, turn_id } = question;
      sockets().sendTo(turn.connection, { type: 'heartbeat-request', feed, turn_id, epoch: turn.epoch });
    }
  }

  function logged(work: Promise<unknown>) {
    work.catch((error) => {
      if (error !== tooLate) log('turn', error);
    });
  }

  return {
    said(frame: TurnFrame, from: { connection: string; userId: string }) {
      const known = turns.get(frame.turn_id);
      const event = eventOf(frame, from);
      if (known?.question.space_id === frame.feed) return logged(happen(known, event));
      logged(find(frame.feed, frame.turn_id).then((running) => running && happen(running, event)));
    },

    gone(spaceId: string, connection: string) {
      for (const running of turns.values()) {
        if (running.question.space_id !== spaceId || running.turn.connection !== connection) continue;
        logged(happen(running, { type: 'connection-gone', connection }));
      }
    },

    changedElsewhere(turnId: string) {
      const running = turns.get(turnId);
      if (running) logged(next(running, () => readAgain(running)));
    },

    /** Offers a waiting turn; false if it is no longer waiting, or another one of its space runs meanwhile. */
    async offer(
      row: TurnTableRow,
      role: SpaceRole,
      holder: { user_id: string; connection: string },
    ): Promise<boolean> {
      const running = (await find(row.space_id, row.turn_id)) ?? begun(row);
      running.role = role;
      const event: TurnEvent = {
        type: 'holder-found',
        holder_id: holder.user_id,
        connection: holder.connection,
      };
      await next(running, () =>
        saveState(running, event, (work) =>
          commands.ofSpace(row.space_id, async (open) => {
            const others = await turnStore(open.trx).open(row.space_id);
            if (others.some(({ state }) => state !== 'waiting')) throw tooLate;
            return work(open);
          }),
        ),
      ).catch((error) => {
        if (error !== tooLate) throw error;
      });
      return running.turn.connection === holder.connection;
    },

    /** What a person does with a turn; `allowed` throws a refusal. */
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
      await next(running, () =>
        saveState(running, event, (work) =>
          commands.inSpace(userId, spaceId, async (command) => {
            const { feed, turn_id } = running.question;
            const row = (await turnStore(command.open.trx).turn(feed, turn_id)) ?? noMessage();
            allowed(command, row);
            const result = await work(command.open);
            head = command.open.head;
            return result;
          }),
        ),
      );
      return { head };
    },

    /** A turn whose question is gone. */
    stop(spaceId: string, turnId: string) {
      logged(find(spaceId, turnId).then((running) => running && happen(running, { type: 'stopped' })));
    },

    /** A turn whose node has gone, or that nobody has answered for a day. */
    async timePassed(spaceId: string, turnId: string): Promise<void> {
      if (turns.has(turnId)) return;
      const running = await find(spaceId, turnId);
      if (running) await happen(running, { type: 'time-passed' });
    },

    close() {
      isClosed = true;
      clearInterval(asking);
      for (const running of turns.values()) clearTimeout(running.timer);
    },
  };

  /** Refuses people who are not in the space as if it did not exist. */
  function noMessageIn(userId: string, spaceId: string) {
    return commands.inSpace(userId, spaceId, async () => noMessage());
  }
}
export type RunningTurns = ReturnType<typeof runningTurns>;
