import { advanceTurn, newTurn, type TurnEvent, turnLimits } from '@polylogue/sync/turns';
import { expect, test } from 'vitest';
import { columnsOf } from '../store/turn-row.ts';
import { advanceRunning, type RunningEvent, type RunningTurn, runningTurn } from './running-turn.ts';

const start = 1_000_000;
const found: TurnEvent = { type: 'holder-found', holder_id: 'ben', connection: 'laptop' };
const row = {
  ...{ turn_id: 'turn', feed: 7, space_id: 'garden', question_id: 'question', reads_until: 3, wants: null },
  ...{ left_out: '[]', is_automatic: false },
  ...{ asked_by: 'ada', asked_at: start, ...columnsOf(newTurn('ada', start)) },
};
const waiting = runningTurn(row, start);

/** What is left after these events, and what the last of them asks for. */
function after(running: RunningTurn, ...events: RunningEvent[]) {
  return events.reduce(({ running }, event) => advanceRunning(running, event, start), {
    ...{ running, save: null, effects: [] },
  } as ReturnType<typeof advanceRunning>);
}
const saved = ({ turn }: RunningTurn, event: TurnEvent, reads_until = 3): RunningEvent => ({
  type: 'state-saved',
  advanced: advanceTurn(turn, event, start),
  asked: { reads_until, left_out: '[]', is_automatic: false, wants: null },
});
const applied = (...connected: string[]): RunningEvent => ({
  type: 'event-applied',
  hasFailed: false,
  servedSince: 0,
  isConnected: (connection) => connected.includes(connection),
});
const holder = { holder_id: 'ben', connection: 'laptop', epoch: 1 };
const words = (text: string, offset = 0): TurnEvent => ({ type: 'append', ...holder, base: 0, offset, text });
const offered = after(waiting, { type: 'holder-chosen', role: 'host' }, saved(waiting, found)).running;
const running = after(offered, saved(offered, words('Hello'))).running;

test('an event that changes the state is not applied before it is saved', () => {
  expect(after(waiting, { type: 'turn-event', event: found })).toEqual({
    running: waiting,
    save: 'state',
    effects: [],
  });
});

test('the chosen browser is offered the turn with the asker’s role, and with the posts that have joined it', () => {
  const chosen = after(waiting, { type: 'holder-chosen', role: 'host' }).running;
  const { effects } = after(chosen, saved(chosen, found, 5));
  expect(effects).toEqual([
    { do: 'flush' },
    {
      do: 'send',
      connection: 'laptop',
      frame: {
        ...{ type: 'offer', feed: 'garden', turn_id: 'turn', epoch: 1, text: '', wants: null },
        ...{ asked_by: 'ada', role: 'host', question_id: 'question', reads_until: 5, left_out: [] },
        until: start + turnLimits.offeredLease,
      },
    },
    { do: 'announce' },
  ]);
});

test('words are shown at once, and saved later', () => {
  const { effects, save, running: next } = after(running, { type: 'turn-event', event: words(' you', 5) });
  expect([effects, save]).toEqual([
    [{ do: 'show', delta: { type: 'delta', epoch: 1, base: 0, offset: 5, text: ' you' } }],
    null,
  ]);
  expect(next.turn.text).toBe('Hello you');
});

test.each<[string, TurnEvent]>([
  ['failed elsewhere', { type: 'failed', ...holder, because: 'network' }],
  ['was stopped', { type: 'stopped' }],
])('when an answer %s, everyone is told, and the next turn is offered', (_, event) => {
  const { effects } = after(running, saved(running, event));
  expect(effects).toEqual(expect.arrayContaining([{ do: 'announce' }, { do: 'offer-next' }]));
});

test('what costs are reported later is saved without telling anyone', () => {
  const ended = after(running, saved(running, { type: 'stopped' })).running;
  const spent = { input: 1, output: 1, usd: null, is_estimate: true };
  const event: TurnEvent = { type: 'spent', holder_id: 'ben', epoch: 1, spent };
  expect(after(ended, saved(ended, event)).effects).toEqual([{ do: 'flush' }]);
});

test('a turn stays while its holder is connected here, until time alone changes something', () => {
  const { effects, running: next } = after(running, { type: 'event-queued' }, applied('laptop'));
  const wait = { do: 'wait', hasFailed: false, until: start + turnLimits.runningLease };
  expect([effects, next.queued, next.ownConnection]).toEqual([[wait], 0, 'laptop']);
});

test('a holder that was connected here a moment ago may come back', () => {
  const here = after(running, { type: 'event-queued' }, applied('laptop')).running;
  const { effects } = after(here, { type: 'event-queued' }, applied());
  expect(effects).toEqual([expect.objectContaining({ do: 'wait', until: expect.any(Number) })]);
});

test('a turn of another node is dropped as soon as no event waits', () => {
  const queued: RunningEvent = { type: 'event-queued' };
  expect(after(running, queued, queued, applied()).effects).toEqual([
    { do: 'wait', until: null, hasFailed: false },
  ]);
  expect(after(running, queued, queued, applied(), applied()).effects).toEqual([{ do: 'drop' }]);
});

test('what failed is tried again after a pause', () => {
  const failed: RunningEvent = {
    type: 'event-applied',
    hasFailed: true,
    servedSince: 0,
    isConnected: () => true,
  };
  expect(after(running, { type: 'event-queued' }, failed).effects).toMatchObject([
    { do: 'wait', hasFailed: true },
  ]);
});

test.each([
  ['has offered it to another browser', { epoch: 2, connection: 'phone' }, 'lapsed'],
  ['has ended it', { epoch: 1, connection: null, state: 'stopped', ended_at: start }, 'stopped'],
] as const)('the holder here is told when another node %s', (_, change, because) => {
  const { effects, running: next } = after(running, {
    type: 'row-read',
    row: { ...row, ...columnsOf(running.turn), is_open: true, ...change },
  });
  const frame = { type: 'revoked', feed: 'garden', turn_id: 'turn', epoch: 1, because };
  expect(effects).toEqual([{ do: 'flush' }, { do: 'send', connection: 'laptop', frame }]);
  expect(next.turn).toMatchObject(change);
});

test('what another node added to the same lease is read without a word to the holder', () => {
  const stored = { ...row, ...columnsOf(running.turn), excluded: '{"eve":1}' };
  const { effects, running: next } = after(running, { type: 'row-read', row: stored });
  expect([effects, next.turn.excluded]).toEqual([[], { eve: 1 }]);
});
