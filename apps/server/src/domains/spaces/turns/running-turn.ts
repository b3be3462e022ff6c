import type { HolderFrame } from '@polylogue/contract';
import type { SpaceRole } from '@polylogue/sync/spaces';
import {
  type Advanced,
  advanceTurn,
  deadline,
  hasEnded,
  type OngoingTurn,
  ownConnection,
  reread,
  type TurnEffect,
  type TurnEvent,
  turnOf,
} from '@polylogue/sync/turns';
import { type AskedRow, askedOf, type TurnTableRow, turnRowOf } from '../store/turn-row.ts';

/** Which turn it is, and what was asked. */
type TurnInfo = Pick<TurnTableRow, 'turn_id' | 'feed' | 'space_id' | 'asked_by' | 'question_id'> & AskedRow;

/** A turn that this node works on. */
export interface RunningTurn {
  readonly info: TurnInfo;
  readonly turn: OngoingTurn;
  /** The asker's role at the last offer. */
  readonly role: SpaceRole;
  /** How many events have not been applied yet: they are, one after another. */
  readonly queued: number;
  /** The last one could not be applied, for example because the database does not answer. */
  readonly hasFailed: boolean;
  /** The holder's connection to this node: the reason why this node works on the turn. */
  readonly ownConnection: string | null;
}

export type RunningEvent =
  | { type: 'event-queued' }
  | {
      type: 'event-applied';
      hasFailed: boolean;
      servedSince: number;
      isConnected(connection: string): boolean;
    }
  | { type: 'turn-event'; event: TurnEvent }
  | { type: 'holder-chosen'; role: SpaceRole }
  | { type: 'state-saved'; advanced: Advanced; asked: AskedRow }
  /** Another node has written to the turn. */
  | { type: 'row-read'; row: TurnTableRow };

export type RunningEffect =
  | { do: 'send'; connection: string; frame: HolderFrame }
  /** To everyone in the space. */
  | { do: 'show'; delta: Extract<TurnEffect, { type: 'delta' }> }
  /** What was to be shown goes out before anything else. */
  | { do: 'flush' }
  /** Readers and other nodes fetch the turn. */
  | { do: 'announce' }
  /** This browser let its offer lapse. */
  | { do: 'pass-over'; connection: string }
  /** The same turn again, or the next one of the space. */
  | { do: 'offer-next' }
  /** Until time alone changes something; null: it never does. */
  | { do: 'wait'; until: number | null; hasFailed: boolean }
  | { do: 'drop' };

interface Next {
  running: RunningTurn;
  /** What of a turn event is still to be saved; with `state`, the event has not been applied yet. */
  save: Advanced['save'];
  effects: RunningEffect[];
}

export function runningTurn(row: TurnTableRow, now: number): RunningTurn {
  const { turn_id, feed, space_id, asked_by, question_id } = row;
  return {
    info: { turn_id, feed, space_id, asked_by, question_id, ...askedOf(row) },
    turn: turnOf(turnRowOf(row), now),
    role: 'listener',
    queued: 0,
    hasFailed: false,
    ownConnection: null,
  };
}

/** What an event makes of a turn that this node works on. */
export function advanceRunning(running: RunningTurn, event: RunningEvent, now: number): Next {
  switch (event.type) {
    case 'event-queued':
      return became({ ...running, queued: running.queued + 1 });
    case 'event-applied':
      return applied(running, event);
    case 'turn-event': {
      const { turn, save, effects } = advanceTurn(running.turn, event.event, now);
      if (save === 'state') return { ...became(running), save };
      const next = { ...running, turn };
      return { running: next, save, effects: outward(next, effects) };
    }
    case 'holder-chosen':
      return became({ ...running, role: event.role });
    case 'state-saved': {
      const { turn, effects } = event.advanced;
      const next = { ...running, turn, info: { ...running.info, ...event.asked } };
      return became(next, [...outward(next, effects), ...news(running.turn, turn)]);
    }
    case 'row-read':
      return becameStored(running, event.row, now);
  }
}

const became = (running: RunningTurn, effects: RunningEffect[] = []): Next => ({
  running,
  save: null,
  effects,
});

/** Dropped unless its holder is connected to this node or events are queued. */
function applied(
  running: RunningTurn,
  { hasFailed, servedSince, isConnected }: Extract<RunningEvent, { type: 'event-applied' }>,
): Next {
  const { turn } = running;
  const own = ownConnection(turn, running.ownConnection, isConnected);
  const next = { ...running, queued: running.queued - 1, hasFailed, ownConnection: own };
  if (own === null && next.queued === 0) return became(next, [{ do: 'drop' }]);
  return became(next, [{ do: 'wait', until: own === null ? null : deadline(turn, servedSince), hasFailed }]);
}

function becameStored(running: RunningTurn, row: TurnTableRow, now: number): Next {
  const { connection, epoch } = running.turn;
  const next = { ...running, turn: reread(running.turn, turnRowOf(row), now) };
  const isLost = row.epoch !== epoch || row.connection !== connection;
  if (!isLost || connection === null) return became(next);
  const because = row.ended_at === null ? 'lapsed' : (row.state as 'done' | 'failed' | 'stopped' | 'expired');
  // If the holder has moved to another node, its connection here is closed already.
  return became(next, outward(running, [{ type: 'revoke', connection, epoch, because }]));
}

function news(before: OngoingTurn, turn: OngoingTurn): RunningEffect[] {
  if (turn.state === before.state && turn.epoch === before.epoch) return [];
  if (turn.state !== 'waiting' && !hasEnded(turn)) return [{ do: 'announce' }];
  const { connection } = before;
  const isUnheard = before.state === 'offered' && turn.segments.at(-1)?.because === 'lapsed';
  return [
    { do: 'announce' },
    ...(isUnheard && connection !== null ? [{ do: 'pass-over', connection } as const] : []),
    { do: 'offer-next' },
  ];
}

/** The effects of the state machine, as frames. */
function outward(running: RunningTurn, effects: readonly TurnEffect[]): RunningEffect[] {
  const found = effects.flatMap((effect): RunningEffect[] =>
    effect.type === 'delta'
      ? [{ do: 'show', delta: effect }]
      : [{ do: 'flush' }, { do: 'send', connection: effect.connection, frame: frameFor(running, effect) }],
  );
  return hasEnded(running.turn) ? [...found, { do: 'flush' }] : found;
}

function frameFor({ info, role }: RunningTurn, effect: Exclude<TurnEffect, { type: 'delta' }>): HolderFrame {
  const { space_id: feed, turn_id, asked_by, question_id, reads_until, wants, is_automatic } = info;
  const left_out = JSON.parse(info.left_out) as string[];
  const turn = { feed, turn_id, epoch: effect.epoch };
  switch (effect.type) {
    case 'offer': {
      const { until, text } = effect;
      const question = { asked_by: asked_by ?? '', role, question_id, reads_until, left_out };
      const wanted = wants === null ? null : JSON.parse(wants);
      return {
        type: 'offer',
        ...turn,
        until,
        text,
        ...question,
        wants: wanted,
        ...(is_automatic && { is_automatic }),
      };
    }
    case 'ack':
      return { type: 'ack', ...turn, length: effect.length };
    case 'revoke':
      return { type: 'revoked', ...turn, because: effect.because };
  }
}
