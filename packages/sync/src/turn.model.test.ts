import { expect, test } from 'vitest';
import type { TurnAppend } from './advance-turn.ts';
import { isExcluded } from './holder-for.ts';
import {
  type Bounds,
  endOf,
  firstWorld,
  keyOf,
  nextWorlds,
  type Rules,
  rules,
  type World,
} from './testing/turn-world.ts';
import { hasEnded, type OngoingTurn, type TurnRow } from './turn.ts';

const none = {
  ...{ copy: 0, crash: 0, death: 0, reconnect: 0, failure: 0, limit: 0, silence: 0, press: 0, stop: 0 },
  epoch: 2,
};
const two = { holders: 2, pieces: 2, room: 2 };
const short = { holders: 2, pieces: 1, room: 2 };
/** Where a second piece takes most of the time, it is tried in the long run. */
const oneOrTwo = process.env.LONG_RUN ? two : short;

/** Messages may be lost, come late and in any order in all of them, and a lease may lapse at any moment. */
const bounds: [mishaps: string, limits: Bounds][] = [
  ['a crash and a stop', { ...oneOrTwo, left: { ...none, crash: 1, stop: 1 } }],
  ['a copy and a stop', { ...short, room: 3, left: { ...none, copy: 1, stop: 1 } }],
  ['a crash, a death and a failure', { ...short, left: { ...none, crash: 1, death: 1, failure: 1 } }],
  ['a new connection and a crash', { ...short, left: { ...none, reconnect: 1, crash: 1 } }],
  ['two holders who take turns', { ...oneOrTwo, room: 1, left: { ...none, epoch: 3, crash: 1 } }],
  ['three holders, one after the other', { ...short, holders: 3, left: { ...none, epoch: 3 } }],
  [
    'two nodes, and a holder who goes to the other and back',
    { ...two, nodes: 2, holders: 1, left: { ...none, reconnect: 2, epoch: 1 } },
  ],
  [
    'two nodes, a holder of each, and a new connection',
    { ...short, nodes: 2, left: { ...none, reconnect: 1 } },
  ],
  [
    'two browsers of one person, a failure and a new connection',
    { ...short, people: 1, left: { ...none, failure: 1, reconnect: 1 } },
  ],
  [
    'a limit of the only provider, and again, and a new connection',
    { ...short, holders: 1, budget: 2, left: { ...none, epoch: 3, limit: 2, reconnect: 1 } },
  ],
  [
    'a limit of the only provider, twice, and a press of who asked',
    { ...short, holders: 1, budget: 3, left: { ...none, epoch: 3, limit: 2, press: 1 } },
  ],
  [
    'a model that writes nothing, a new connection and a press of who asked',
    { ...short, room: 1, left: { ...none, silence: 1, reconnect: 1, press: 1 } },
  ],
  [
    'a limit of the only provider, and a model that falls silent, also in mid-answer',
    { ...two, holders: 1, room: 1, left: { ...none, epoch: 3, limit: 1, silence: 1 } },
  ],
  ['a limit, and a crash while it waits', { ...short, room: 1, left: { ...none, limit: 1, crash: 1 } }],
  ['two nodes, one of which crashes', { ...short, nodes: 2, left: { ...none, crash: 1, stop: 1 } }],
];

/** What is wrong in this world, or in how it came about; null: nothing. */
function wrong(
  world: World,
  before: World | null,
  { budget = Number.POSITIVE_INFINITY }: Bounds,
): string | null {
  const { row, nodes } = world;
  if (before && hasEnded(before.row) && storedOf(before.row) !== storedOf(row))
    return 'changed after its end';
  if (before && isSame(before.row, row) && !row.text.startsWith(before.row.text))
    return 'stored text is lost';
  if (world.calls.some((count) => count > 1)) return 'a provider was asked twice';
  if (world.isLostEarly) return 'a lease was lost before its holder could be back';
  if (world.holders.some(({ paid }) => paid > budget)) return 'a lender paid more than they allow';
  if (isAskedAgain(world)) return 'a browser that failed was asked again';
  const asked = askedAt(world);
  if (asked) return asked;
  if (!isOf(world, row)) return `stored: ${row.text}`;
  for (const node of nodes) {
    const found = node && wrongIn(world, node.turn);
    if (found) return found;
  }
  return segmentsOf(row);
}

/** What is wrong with what a node knows. */
function wrongIn(world: World, turn: OngoingTurn): string | null {
  const { row } = world;
  if (!isOf(world, turn)) return `here: ${turn.text}`;
  if (isSame(row, turn) && row.connection === turn.connection) {
    if (!turn.text.startsWith(row.text)) return 'a node knows less than is stored';
    if (row.text.length !== turn.saved_length) return 'what is stored is not known';
  }
  return segmentsOf(turn);
}

const storedOf = ({ state, epoch, text, because }: TurnRow) => [state, epoch, text, because].join();

const isSame = (one: TurnRow, other: TurnRow) => one.state === other.state && one.epoch === other.epoch;

/** The text is the beginning of what the last epoch that has started sends, and after an answer it is the whole. */
function isOf({ whole }: World, turn: TurnRow): boolean {
  const last = turn.segments.findLast(({ started, from, to }) => started || from < to);
  if (!last) return turn.text === '';
  const text = whole[last.epoch] ?? '';
  return turn.state === 'done' ? turn.text === text : text.startsWith(turn.text);
}

/** A browser keeps its name, `h0` of `h0.1`, when it connects anew. */
function isAskedAgain({ row: { state, holder_id, connection, segments }, pressed, silent }: World): boolean {
  const browserOf = (name: string | null | undefined) => name?.split('.')[0];
  return (
    state === 'offered' &&
    !pressed.some((one) => one.holder_id === holder_id) &&
    segments.some(
      (segment) =>
        (segment.because === 'key' || silent.includes(segment.epoch)) &&
        browserOf(segment.connection) === browserOf(connection),
    )
  );
}

/** Whether someone at their provider's limit is asked too early, or too often. */
function askedAt({ row: { state, holder_id, segments }, offeredAt, pressed }: World): string | null {
  if (state !== 'offered' || pressed.some((one) => one.holder_id === holder_id)) return null;
  const limits = segments.filter((one) => one.holder_id === holder_id && one.because === 'limit');
  if (limits.some(({ until = 0 }) => until > offeredAt)) return 'a provider was asked too early';
  return limits.length > 1 ? 'a provider was asked again and again' : null;
}

/** Segments lie one behind the other, up to the end of the text. */
function segmentsOf({ segments, text }: TurnRow): string | null {
  let end = 0;
  for (const { from, to } of segments) {
    if (from > to || (from < to && from !== end)) return `segments ${JSON.stringify(segments)} of ${text}`;
    end = Math.max(end, to);
  }
  return end === text.length ? null : `segments up to ${end} of ${text}`;
}

/** Tries everything, the nearest first: what is found to be wrong; null: nothing. */
function explored(limits: Bounds, broken: Rules, checksEnd = false): string | null {
  const first = firstWorld(limits);
  const seen = new Set([keyOf(first)]);
  let edge = [first];
  while (edge.length > 0) {
    const next: World[] = [];
    for (const world of edge) {
      for (const after of nextWorlds(world, limits, broken)) {
        const key = keyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        const found = wrong(after, world, limits) ?? (checksEnd ? endless(after, limits, broken) : null);
        if (found) return found;
        next.push(after);
      }
    }
    edge = next;
  }
  return null;
}

/** If there is a torch and nothing goes wrong any more, the turn ends. */
function endless(world: World, limits: Bounds, broken: Rules): string | null {
  const plenty = { ...world, left: { ...world.left, epoch: 100 } };
  return endOf(plenty, limits, broken) ? null : 'no end';
}

test.each(bounds)('whatever happens, a turn ends once and with one text: %s [TORCH-06]', (_, limits) => {
  expect(explored(limits, rules, true)).toBeNull();
});

const changed = (change: (turn: OngoingTurn, event: TurnAppend) => TurnAppend): Rules => ({
  ...rules,
  advance: (turn, event, now) =>
    rules.advance(turn, event.type === 'append' ? change(turn, event) : event, now),
});

const mistakes: [mistake: string, broken: Rules][] = [
  [
    'the epoch is not compared',
    changed((turn, event) => ({ ...event, epoch: turn.epoch, holder_id: turn.holder_id ?? event.holder_id })),
  ],
  [
    'the offset is not compared',
    changed((turn, event) => (turn.state === 'running' ? { ...event, offset: turn.text.length } : event)),
  ],
  [
    'a piece is accepted after a stop',
    {
      ...rules,
      advance(turn, event, now) {
        if (turn.state !== 'stopped' || event.type !== 'append') return rules.advance(turn, event, now);
        const text = turn.text.slice(0, event.offset) + event.text;
        return { turn: { ...turn, text }, save: 'text', effects: [] };
      },
    },
  ],
  ['an offer is taken twice', { ...rules, takes: () => true }],
  [
    'nothing is cut',
    changed((turn, event) => {
      const base = turn.state === 'offered' ? turn.text.length : turn.base;
      return { ...event, base, offset: event.offset + base - event.base };
    }),
  ],
  [
    'a cut is not stored',
    {
      ...rules,
      stored: (row, turn) => ({
        ...rules.stored(row, turn),
        text: turn.text.length < row.text.length ? row.text : turn.text,
      }),
    },
  ],
];

test.each(mistakes)('it is found when %s', (_, broken) => {
  const limits = { ...two, room: 3, left: { ...none, copy: 1, crash: 1, stop: 1 } };
  expect(explored(limits, broken)).not.toBeNull();
});

test('it is found when a browser that failed counts as another one after it connects anew', () => {
  const broken: Rules = {
    ...rules,
    isExcluded: ({ segments }, { connection }) => segments.some((one) => one.connection === connection),
  };
  const limits = { ...short, people: 1, left: { ...none, failure: 1, reconnect: 1 } };
  expect(explored(limits, broken)).toBe('a browser that failed was asked again');
});

test('it is found when a model that has written nothing is asked again', () => {
  const broken: Rules = {
    ...rules,
    isExcluded: ({ excluded, segments }, ...rest) =>
      isExcluded({ excluded, segments: segments.filter(({ because }) => because !== 'silent') }, ...rest),
  };
  const limits = { ...short, holders: 1, left: { ...none, silence: 1 } };
  expect(explored(limits, broken)).toBe('a browser that failed was asked again');
});

test('it is found when a node goes on with stale state after its holder went to another node', () => {
  const broken: Rules = {
    ...rules,
    ownConnection: ({ connection }, before, isConnected) =>
      connection !== null && (before !== null || isConnected(connection)) ? connection : null,
  };
  const limits = { ...two, nodes: 2, holders: 1, left: { ...none, reconnect: 2, epoch: 1 } };
  expect(explored(limits, broken)).toBe('a node knows less than is stored');
});

const limited = { ...short, holders: 1, budget: 2, left: { ...none, epoch: 4, limit: 3 } };

test('it is found when a provider is asked again before the time it has said', () => {
  const broken: Rules = {
    ...rules,
    isExcluded: (turn, torch, all) => isExcluded(turn, torch, all, Number.POSITIVE_INFINITY),
  };
  expect(explored(limited, broken)).toBe('a provider was asked too early');
});

test('it is found when a provider is asked again and again', () => {
  const broken: Rules = {
    ...rules,
    advance(turn, event, now) {
      const next = rules.advance(turn, event, now);
      const segments = next.turn.segments.map((one) => ({ ...one, is_retried: one.because === 'limit' }));
      return { ...next, turn: { ...next.turn, segments } };
    },
  };
  expect(explored({ ...limited, budget: 3 }, broken)).toBe('a provider was asked again and again');
});

test('it is found when a provider that was at its limit is not asked again', () => {
  const broken: Rules = { ...rules, isExcluded: (turn, torch, all) => isExcluded(turn, torch, all, 0) };
  expect(explored(limited, broken, true)).toBe('no end');
});

test('it is found when a retry is no epoch of its own', () => {
  const broken: Rules = {
    ...rules,
    advance(turn, event, now) {
      const isRetry = event.type === 'holder-found' && turn.segments.length > 0;
      return rules.advance(isRetry ? { ...turn, epoch: turn.epoch - 1 } : turn, event, now);
    },
  };
  expect(explored(limited, broken, true)).toBe('no end');
});

test('it is found when a retry is not reserved', () => {
  const broken: Rules = { ...rules, pays: () => true };
  expect(explored({ ...limited, budget: 1 }, broken)).toBe('a lender paid more than they allow');
});

test('it is found when leases lapse at once after a restart', () => {
  const broken: Rules = {
    ...rules,
    advance: (turn, event, now) =>
      rules.advance(turn, event.type === 'time-passed' ? { type: 'time-passed' } : event, now),
  };
  const limits = { ...short, holders: 1, left: { ...none, crash: 1 } };
  expect(explored(limits, broken)).toBe('a lease was lost before its holder could be back');
});

test('it is found when a press of who asked does nothing', () => {
  const broken: Rules = {
    ...rules,
    advance: (turn, event, now) =>
      event.type === 'retried' ? { turn, save: null, effects: [] } : rules.advance(turn, event, now),
  };
  const limits = { ...short, holders: 1, left: { ...none, epoch: 2, limit: 2, press: 1 } };
  expect(explored(limits, broken, true)).toBe('no end');
});
