import { expect, test } from 'vitest';
import {
  type Advanced,
  advanceTurn,
  deadline,
  reread,
  type TurnAppend,
  type TurnEvent,
} from './advance-turn.ts';
import { isExcluded } from './holder-for.ts';
import {
  baseFor,
  mayAsk,
  newTurn,
  type OngoingTurn,
  type Spent,
  type Started,
  storedTurn,
  turnLimits,
  turnOf,
  turnRights,
} from './turn.ts';

const started: Started = { provider: 'openai', model: 'gpt-6', host: 'api.openai.com', used: ['m1'] };
const cost: Spent = { input: 100, output: 20, usd: 0.01, is_estimate: false };
const long = 'x'.repeat(turnLimits.continueFrom);

const asked = turnOf(newTurn('ada', 0), 0);
const holder = (epoch: number, holder_id = 'ben', connection = `${holder_id}-1`) => ({
  holder_id,
  connection,
  epoch,
});
const piece = (epoch: number, offset: number, text: string, more: Partial<TurnAppend> = {}): TurnAppend => ({
  type: 'append',
  ...holder(epoch),
  base: 0,
  offset,
  text,
  ...more,
});
const found = (holder_id = 'ben'): TurnEvent => ({
  type: 'holder-found',
  holder_id,
  connection: `${holder_id}-1`,
});

/** What becomes of a turn by these events, all at the same moment. */
function after(turn: OngoingTurn, ...events: TurnEvent[]): Advanced {
  let result: Advanced = { turn, save: null, effects: [] };
  for (const event of events) result = advanceTurn(result.turn, event, 0);
  return result;
}
const offered = after(asked, found()).turn;
const running = after(offered, piece(1, 0, 'Hel', { started })).turn;
const halfWay = after(offered, piece(1, 0, long, { started })).turn;
const at = (turn: OngoingTurn, now: number, event: TurnEvent = { type: 'time-passed' }) =>
  advanceTurn(turn, event, now);

test('a turn that waits is offered to the holder who was found, for eight seconds and with the text so far', () => {
  const { turn, save, effects } = after(asked, found());
  expect(turn).toMatchObject({ state: 'offered', epoch: 1, holder_id: 'ben', lease_until: 8_000 });
  expect(save).toBe('state');
  expect(effects).toEqual([{ type: 'offer', connection: 'ben-1', epoch: 1, until: 8_000, text: '' }]);
});

test('it runs from the first piece on, even an empty one, which names the model', () => {
  const { turn, save } = after(offered, piece(1, 0, '', { started }));
  expect(turn).toMatchObject({
    state: 'running',
    lease_until: 20_000,
    segments: [{ started, from: 0, to: 0 }],
  });
  expect(save).toBe('state');
});

test('a piece is forwarded immediately and stored within a second', () => {
  const first = after(running, piece(1, 3, 'lo'));
  expect(first).toMatchObject({ save: null, turn: { text: 'Hello', saved_length: 3 } });
  expect(first.effects).toEqual([{ type: 'delta', epoch: 1, base: 0, offset: 3, text: 'lo' }]);
  expect(deadline(first.turn)).toBe(turnLimits.saveAfter);
  expect(at(first.turn, turnLimits.saveAfter)).toMatchObject({ save: 'text', turn: { saved_length: 5 } });
});

test('a lot of text is stored immediately', () => {
  expect(after(running, piece(1, 3, 'x'.repeat(turnLimits.saveLength))).save).toBe('text');
});

test('pieces that come twice or overlap are written once [TORCH-02]', () => {
  const { turn } = after(running, piece(1, 0, 'Hel'), piece(1, 1, 'ello'), piece(1, 3, 'lo'));
  expect(turn.text).toBe('Hello');
});

test('a piece beyond the end is answered with the length from which to send again', () => {
  const { turn, effects } = after(running, piece(1, 9, 'lo'));
  expect(turn.text).toBe('Hel');
  expect(effects).toEqual([{ type: 'ack', connection: 'ben-1', epoch: 1, length: 3 }]);
});

test('it is done once the whole text is here, not before', () => {
  const ended = { length: 5, spent: cost };
  const early = after(running, piece(1, 4, 'o', { ended }));
  expect(early.turn.state).toBe('running');
  const { turn, save, effects } = after(early.turn, piece(1, 3, 'lo', { ended }));
  expect(turn).toMatchObject({
    state: 'done',
    text: 'Hello',
    holder_id: null,
    saved_length: 5,
    because: null,
  });
  expect(turn.segments).toEqual([{ ...holder(1), started, from: 0, to: 5, spent: cost, because: 'ended' }]);
  expect(save).toBe('state');
  expect(effects).toEqual([{ type: 'delta', epoch: 1, base: 0, offset: 3, text: 'lo' }]);
});

test('an answer that its provider ended early is done, and its segment says why', () => {
  const ended = { length: 3, spent: cost, because: 'length' as const };
  const { turn, effects } = after(running, piece(1, 3, '', { ended }));
  expect(turn).toMatchObject({
    state: 'done',
    because: null,
    text: 'Hel',
    segments: [{ because: 'length' }],
  });
  expect(effects).toEqual([]);
});

test.each([
  ['with an answer', piece(1, 3, '', { ended: { length: 3, spent: cost } }), 'done'],
  ['as refused', { type: 'failed', because: 'refused', ...holder(1) }, 'failed'],
  ['by being stopped', { type: 'stopped' }, 'stopped'],
] as [string, TurnEvent, string][])('nothing but a cost changes a turn that ended %s', (_, event, state) => {
  const { turn } = after(running, event);
  expect(turn.state).toBe(state);
  const late: TurnEvent[] = [
    piece(1, 3, 'lo'),
    found('cleo'),
    { type: 'heartbeat', ...holder(1) },
    { type: 'declined', because: 'busy', ...holder(1) },
    { type: 'failed', because: 'network', ...holder(1) },
    { type: 'stopped' },
    { type: 'withdrawn' },
    { type: 'time-passed' },
  ];
  for (const one of late) {
    const result = at(turn, 10 ** 9, one);
    expect(result.turn).toBe(turn);
    expect(result.save).toBeNull();
  }
});

test('a holder that goes on writing after the end is notified that it is over', () => {
  const { turn } = after(running, { type: 'stopped' });
  expect(after(turn, piece(1, 3, 'lo')).effects).toEqual([
    { type: 'revoke', connection: 'ben-1', epoch: 1, because: 'stopped' },
  ]);
});

test('stopping notifies the holder, and the text so far stays', () => {
  const { turn, effects } = after(running, piece(1, 3, 'lo'), { type: 'stopped' });
  expect(turn).toMatchObject({ state: 'stopped', text: 'Hello', because: 'stopped', lease_until: null });
  expect(effects).toEqual([{ type: 'revoke', connection: 'ben-1', epoch: 1, because: 'stopped' }]);
});

test('a turn can be withdrawn until its answer begins, even if it was just offered', () => {
  expect(after(asked, { type: 'withdrawn' }).turn).toMatchObject({ state: 'stopped', because: 'withdrawn' });
  const { turn, effects } = after(offered, { type: 'withdrawn' });
  expect(turn).toMatchObject({ state: 'stopped', because: 'withdrawn', connection: null });
  expect(effects).toEqual([{ type: 'revoke', connection: 'ben-1', epoch: 1, because: 'stopped' }]);
  expect(after(running, { type: 'withdrawn' }).turn).toBe(running);
});

test('a lender who declines is not asked again for this turn', () => {
  const { turn, effects } = after(offered, { type: 'declined', because: 'busy', ...holder(1) });
  expect(turn).toMatchObject({ state: 'waiting', excluded: { ben: 0 }, segments: [{ because: 'declined' }] });
  expect(effects).toEqual([]);
});

test.each(['key', 'limit', 'network', 'provider'] as const)(
  'a holder who fails because of the %s passes the turn on, with its text',
  (because) => {
    const { turn } = after(running, { type: 'failed', because, ...holder(1) });
    expect(turn).toMatchObject({
      state: 'waiting',
      excluded: { ben: 0 },
      text: 'Hel',
      segments: [{ because }],
    });
  },
);

test('a holder who closes the page passes the turn on at once, and may have it again', () => {
  const { turn } = after(running, { type: 'failed', because: 'closing', ...holder(1) });
  expect(turn).toMatchObject({ state: 'waiting', excluded: {}, segments: [{ because: 'closing' }] });
});

test('a holder whose page is left passes the turn on at once, and may have it again', () => {
  for (const turn of [offered, running]) {
    const left = after(turn, { type: 'connection-gone', connection: 'ben-1', isLeft: true }).turn;
    expect(left).toMatchObject({ state: 'waiting', excluded: {}, segments: [{ because: 'closing' }] });
  }
});

test('what other browsers of the asker decline takes no try from the one that asked', () => {
  const phone = turnOf(newTurn('ada', 0, 'phone'), 0);
  const declinedBy = (turn: OngoingTurn, browser: string) =>
    after(
      turn,
      { type: 'holder-found', holder_id: 'ada', connection: `${browser}-1`, browser },
      {
        type: 'declined',
        because: 'not-lent',
        holder_id: 'ada',
        connection: `${browser}-1`,
        epoch: turn.epoch + 1,
      },
    ).turn;
  const elsewhere = Array<string>(6).fill('laptop').reduce(declinedBy, phone);
  expect(elsewhere).toMatchObject({ state: 'waiting', epoch: 6, asked_on: 'phone' });
  const here = Array<string>(5).fill('phone').reduce(declinedBy, elsewhere);
  expect(here.state).toBe('waiting');
  const last = declinedBy(here, 'phone');
  expect(last).toMatchObject({ state: 'failed', because: 'too-many-epochs', asked_on: null });
  expect(last.segments.some((segment) => 'browser' in segment)).toBe(false);
});

test('an offer that no page heard takes no try', () => {
  const lapse = (turn: OngoingTurn) => {
    const again = after(turn, { type: 'holder-found', holder_id: 'ben', connection: 'ben-1' }).turn;
    return at(again, 8_000).turn;
  };
  const waiting = Array.from({ length: 7 }).reduce<OngoingTurn>(lapse, turnOf(newTurn('ada', 0), 0));
  expect(waiting).toMatchObject({ state: 'waiting', epoch: 7 });
  const last = Array.from({ length: 5 }).reduce<OngoingTurn>(lapse, waiting);
  expect(last).toMatchObject({ state: 'failed', because: 'too-many-epochs', epoch: 12 });
});

test('an unanswered offer lapses after eight seconds', () => {
  expect(deadline(offered)).toBe(8_000);
  expect(at(offered, 7_999).turn).toBe(offered);
  expect(at(offered, 8_000).turn).toMatchObject({ state: 'waiting', excluded: {} });
});

test('an offer to a lost connection is withdrawn immediately', () => {
  expect(after(offered, { type: 'connection-gone', connection: 'ben-1' }).turn.state).toBe('waiting');
});

test('a holder who is silent for twenty seconds loses the turn, and is notified', () => {
  const { turn, effects } = at(running, 20_000);
  expect(turn).toMatchObject({ state: 'waiting', text: 'Hel', segments: [{ because: 'lapsed' }] });
  expect(effects).toEqual([{ type: 'revoke', connection: 'ben-1', epoch: 1, because: 'lapsed' }]);
});

test('a heartbeat keeps the lease, and is answered with the length', () => {
  const { turn, effects } = at(running, 15_000, { type: 'heartbeat', ...holder(1) });
  expect(turn.lease_until).toBe(35_000);
  expect(effects).toEqual([{ type: 'ack', connection: 'ben-1', epoch: 1, length: 3 }]);
});

test('heartbeats alone keep a turn for a minute; a model that thinks keeps it longer', () => {
  const beating = (turn: OngoingTurn, times: number[]) =>
    times.reduce((one, now) => at(one, now, { type: 'heartbeat', ...holder(1) }).turn, turn);
  const silent = beating(running, [15_000, 30_000, 45_000, 59_000]);
  expect(at(silent, 60_000).turn).toMatchObject({ state: 'waiting', segments: [{ because: 'silent' }] });
  const thinking = at(silent, 59_000, piece(1, 3, '', { is_thinking: true })).turn;
  expect(at(thinking, 60_000).turn.state).toBe('running');
});

test('a model that has written nothing within a minute is not asked again by itself, one that has may go on', () => {
  const silent = (turn: OngoingTurn) =>
    at(at(turn, 59_000, { type: 'heartbeat', ...holder(1) }).turn, turnLimits.silence).turn;
  const begun = after(offered, piece(1, 0, '', { started })).turn;
  const torch = { user_id: 'ben', connection: 'ben-1', browser: null, lent_at: 0 };
  const isAskedAgain = (turn: OngoingTurn) => !isExcluded(turn, torch, [torch], turnLimits.silence);
  expect(silent(begun)).toMatchObject({ state: 'waiting', segments: [{ because: 'silent' }] });
  expect([isAskedAgain(silent(begun)), isAskedAgain(silent(running))]).toEqual([false, true]);
  const pressed = after(silent(begun), { type: 'retried', holder_id: 'ben' }).turn;
  expect(isAskedAgain(pressed)).toBe(true);
});

const askedAgainAt = (turn: OngoingTurn, now: number) =>
  !isExcluded(turn, { user_id: 'ben', connection: 'ben-1', browser: null, lent_at: 0 }, [], now);

test('an answer that breaks off may go on, though its provider was at its limit before', () => {
  const limited = after(offered, { type: 'failed', because: 'limit', retry_in: 10_000, ...holder(1) }).turn;
  const again = at(limited, 50_000, found()).turn;
  const written = at(again, 50_000, piece(2, 0, 'x'.repeat(600), { started })).turn;
  const silent = at(at(written, 109_000, { type: 'heartbeat', ...holder(2) }).turn, 110_000).turn;
  expect(silent).toMatchObject({ state: 'waiting', segments: [{}, { because: 'silent' }] });
  expect(askedAgainAt(silent, 110_000)).toBe(true);
  const cleos = at(silent, 110_000, found('cleo')).turn;
  const anew = at(cleos, 110_000, { ...piece(3, 0, 'Another'), ...holder(3, 'cleo') }).turn;
  const lost = at(anew, 110_000, { type: 'failed', because: 'closing', ...holder(3, 'cleo') }).turn;
  expect(askedAgainAt(lost, 110_000)).toBe(true);
});

test('a provider that is busy after a press is asked once more, whatever its browser failed at before', () => {
  const failed = after(offered, { type: 'failed', because: 'network', ...holder(1) }).turn;
  const pressed = after(failed, { type: 'retried', holder_id: 'ben' }, found()).turn;
  const busy = after(pressed, { type: 'failed', because: 'limit', retry_in: 10_000, ...holder(2) }).turn;
  expect([askedAgainAt(busy, 9_999), askedAgainAt(busy, 10_000)]).toEqual([false, true]);
});

test('a holder without a connection has three seconds to come back by another', () => {
  const gone = after(running, { type: 'connection-gone', connection: 'ben-1' }).turn;
  expect(deadline(gone)).toBe(3_000);
  expect(at(gone, 3_000).turn).toMatchObject({ state: 'waiting', segments: [{ because: 'gone' }] });
  const back = at(gone, 2_999, { type: 'heartbeat', ...holder(1, 'ben', 'ben-2') });
  expect(back).toMatchObject({ save: 'text', turn: { connection: 'ben-2', disconnected_at: null } });
  expect(back.effects).toEqual([{ type: 'ack', connection: 'ben-2', epoch: 1, length: 3 }]);
  expect(after(back.turn, { type: 'connection-gone', connection: 'ben-1' }).turn).toBe(back.turn);
});

test('a connection lost before the turn was offered again does not revoke the new offer', () => {
  const elsewhere = after(running, { type: 'connection-gone', connection: 'cleo-1' });
  expect(elsewhere.turn).toBe(running);
});

test('a holder who reconnects before its first piece arrived sends all of it again', () => {
  const again = after(halfWay, { type: 'failed', because: 'closing', ...holder(1) }, found('cleo')).turn;
  const back = after(again, { type: 'heartbeat', ...holder(2, 'cleo', 'cleo-2') });
  expect(back.turn).toMatchObject({ state: 'offered', connection: 'cleo-2', lease_until: again.lease_until });
  expect(back.effects).toEqual([{ type: 'ack', connection: 'cleo-2', epoch: 2, length: 0 }]);
});

test('only the holder writes, with any epoch', () => {
  for (const one of [holder(1, 'cleo'), holder(0), holder(2)]) {
    const { turn, save, effects } = after(running, piece(1, 3, 'No', one));
    expect(turn).toBe(running);
    expect(save).toBeNull();
    expect(effects).toMatchObject([{ type: 'revoke', connection: one.connection, because: 'lapsed' }]);
  }
});

test('a short text is begun again by the next holder, and is cut in what is stored at once', () => {
  const again = after(running, { type: 'failed', because: 'key', ...holder(1) }, found('cleo')).turn;
  expect(baseFor(again.text)).toBe(0);
  const { turn, save } = after(again, piece(2, 0, 'Hi', { ...holder(2, 'cleo'), started }));
  expect(turn).toMatchObject({ text: 'Hi', base: 0, saved_length: 2 });
  expect(turn.segments).toMatchObject([
    { holder_id: 'ben', from: 0, to: 0, because: 'key' },
    { holder_id: 'cleo', from: 0, to: 2, because: null },
  ]);
  expect(save).toBe('state');
});

test('a long text is continued where it ends, and each holder answers for their part of it', () => {
  const again = after(halfWay, { type: 'failed', because: 'closing', ...holder(1) }, found('cleo'));
  expect(again.effects).toMatchObject([{ type: 'offer', epoch: 2, text: long }]);
  const base = baseFor(long);
  const { turn } = after(again.turn, piece(2, base, ' and on', { ...holder(2, 'cleo'), base, started }));
  expect(turn.text).toBe(`${long} and on`);
  expect(turn.segments).toMatchObject([
    { from: 0, to: 400 },
    { from: 400, to: 407 },
  ]);
});

test('the first piece to arrive need not be the first that was sent', () => {
  const again = after(running, { type: 'failed', because: 'key', ...holder(1) }, found('cleo')).turn;
  const first = after(again, piece(2, 2, ' you', holder(2, 'cleo')));
  expect(first.turn).toMatchObject({ state: 'running', text: '' });
  expect(first.effects).toMatchObject([{ type: 'ack', length: 0 }]);
  const { turn } = after(first.turn, piece(2, 0, 'Hi you', { ...holder(2, 'cleo'), started }));
  expect(turn).toMatchObject({ text: 'Hi you', segments: [{}, { started }] });
});

test('a new holder cuts at the beginning or at the end, and nowhere else', () => {
  const again = after(halfWay, { type: 'failed', because: 'closing', ...holder(1) }, found('cleo')).turn;
  const odd = after(again, piece(2, 7, 'No', { ...holder(2, 'cleo'), base: 7 }));
  expect(odd.turn).toBe(again);
  expect(odd.effects).toMatchObject([{ type: 'revoke', because: 'refused' }]);
});

test('the cost of an epoch is recorded in its own segment, even long after it lost the turn', () => {
  const again = after(running, { type: 'failed', because: 'key', ...holder(1) }, found('cleo')).turn;
  const spent: TurnEvent = { type: 'spent', holder_id: 'ben', epoch: 1, spent: cost };
  const { turn, save } = after(again, { type: 'stopped' }, spent);
  expect(save).toBe('state');
  expect(turn).toMatchObject({ text: 'Hel', segments: [{ spent: cost }, { spent: null }] });
  expect(after(turn, { ...spent, spent: { ...cost, usd: 9 } }).turn).toBe(turn);
  expect(after(turn, { ...spent, holder_id: 'cleo' }).turn).toBe(turn);
});

test('after six epochs a turn has failed, with the text it has', () => {
  let turn = asked;
  for (let epoch = 1; epoch <= turnLimits.epochs; epoch++) {
    expect(turn.state).toBe('waiting');
    turn = after(turn, found(), piece(epoch, 0, 'Hel'), {
      type: 'failed',
      because: 'closing',
      ...holder(epoch),
    }).turn;
  }
  expect(turn).toMatchObject({ state: 'failed', because: 'too-many-epochs', text: 'Hel', epoch: 6 });
});

test('a turn runs for fifteen minutes in all, whoever runs it', () => {
  const minute = 60_000;
  const talking = (turn: OngoingTurn, from: number, to: number) => {
    let one = turn;
    for (let now = from; now < to; now += 10_000) {
      one = at(one, now, { ...piece(one.epoch, one.text.length, 'x'), base: one.base }).turn;
    }
    return one;
  };
  const first = talking(offered, 0, 10 * minute);
  const closing = at(first, 10 * minute, { type: 'failed', because: 'closing', ...holder(1) }).turn;
  const second = talking(at(closing, 20 * minute, found()).turn, 20 * minute, 25 * minute);
  expect(second.state).toBe('running');
  const { turn, effects } = at(second, 25 * minute);
  expect(turn).toMatchObject({ state: 'failed', because: 'out-of-time' });
  expect(effects).toMatchObject([{ type: 'revoke', because: 'failed' }]);
});

test('an answer without end is cut', () => {
  const { turn } = after(running, piece(1, 3, 'x'.repeat(turnLimits.textLength)));
  expect(turn).toMatchObject({ state: 'failed', because: 'too-long', text: 'Hel' });
});

test('a turn without a holder expires after a day', () => {
  expect(deadline(asked)).toBe(turnLimits.waiting);
  expect(at(asked, turnLimits.waiting).turn).toMatchObject({ state: 'expired', because: 'nobody-came' });
});

test('a server that was killed goes on from what it stored, and asks its holder for the rest', () => {
  const before = after(running, piece(1, 3, 'lo')).turn;
  const stored = { ...storedTurn(before), text: before.text.slice(0, before.saved_length) };
  const { turn, effects } = after(turnOf(stored, 0), piece(1, 5, '!', holder(1, 'ben', 'ben-2')));
  expect(turn).toMatchObject({ text: 'Hel', connection: 'ben-2' });
  expect(effects).toMatchObject([{ type: 'ack', connection: 'ben-2', length: 3 }]);
});

test('a cost that another node stored stays, and so does the text that is not stored yet', () => {
  const ahead = after(halfWay, piece(1, 400, 'lo')).turn;
  const row = { ...storedTurn(halfWay), excluded: { dan: 1 } };
  expect(reread(ahead, row, 0)).toMatchObject({ text: `${long}lo`, saved_length: 400, excluded: { dan: 1 } });
  const stopped = after(turnOf(row, 0), { type: 'stopped' }).turn;
  expect(reread(ahead, storedTurn(stopped), 0)).toMatchObject({ state: 'stopped', text: long });
});

test('the text of an ended answer that was deleted does not come back with a cost that comes late', () => {
  const stopped = after(halfWay, { type: 'stopped' }).turn;
  expect(reread(stopped, { ...storedTurn(stopped), text: '' }, 0)).toMatchObject({
    state: 'stopped',
    text: '',
  });
});

test('the asker, the holder and hosts stop a turn; the asker withdraws it; an ended one is asked again', () => {
  const rights = (turn: OngoingTurn, user_id: string, is_host = false) => {
    const table = turnRights(turn, { user_id, is_host });
    return (['stop', 'withdraw', 'again'] as const).filter((right) => table[right]).join(' ');
  };
  expect(rights(asked, 'ada')).toBe('stop withdraw');
  expect(rights(running, 'ada')).toBe('stop');
  expect(rights(running, 'ben')).toBe('stop');
  expect(rights(running, 'cleo')).toBe('');
  expect(rights(running, 'cleo', true)).toBe('stop');
  const over = after(running, { type: 'stopped' }).turn;
  expect(rights(over, 'ada')).toBe('again');
  expect(rights(over, 'ben')).toBe('');
  expect(rights(over, 'cleo', true)).toBe('again');
});

test('a class asks at once: forty turns wait in a space, one of each person [TORCH-18]', () => {
  const waiting = Array.from({ length: 39 }, (_, at) => ({ state: 'waiting' as const, asked_by: `p${at}` }));
  expect(mayAsk([...waiting, { state: 'running', asked_by: 'e' }], 'e')).toBe('yes');
  expect(mayAsk(waiting, 'p0')).toBe('one-waits');
  expect(mayAsk([...waiting, { state: 'waiting', asked_by: 'e' }], 'f')).toBe('queue-full');
});

const limited = (epoch: number, retry_in?: number): TurnEvent => ({
  type: 'failed',
  because: 'limit',
  ...holder(epoch),
  ...(retry_in !== undefined && { retry_in }),
});

test('a provider at its limit is asked again once, when it has said, as an epoch of its own [TORCH-12]', () => {
  const waiting = at(running, 1_000, limited(1, 7_000)).turn;
  expect(waiting).toMatchObject({
    state: 'waiting',
    excluded: { ben: 1_000 },
    segments: [{ because: 'limit', until: 8_000, is_retried: true }],
  });
  const again = after(waiting, found()).turn;
  expect(again.epoch).toBe(2);
  const [, second] = at(again, 9_000, limited(2, 7_000)).turn.segments;
  expect(second).toMatchObject({ because: 'limit', until: 16_000 });
  expect(second).not.toHaveProperty('is_retried');
});

test('nothing is asked again by itself later than a minute after, or where nobody said that it may help [TORCH-12]', () => {
  const [late] = after(running, limited(1, turnLimits.retryWithin + 1)).turn.segments;
  expect(late).toMatchObject({ until: turnLimits.retryWithin + 1 });
  expect(late).not.toHaveProperty('is_retried');
  expect(after(running, limited(1)).turn.segments[0]).not.toHaveProperty('until');
});

test('whoever asked may have someone asked again who could not answer, or everyone for another model [TORCH-13]', () => {
  const failed = after(running, limited(1)).turn;
  expect(after(failed, { type: 'retried', holder_id: 'ben' })).toMatchObject({
    save: 'state',
    turn: { state: 'waiting', excluded: {} },
  });
  expect(after(failed, { type: 'retried', holder_id: 'eve' }).turn.excluded).toEqual({ ben: 0 });
  const elsewhere = after(failed, { type: 'retried', asked_on: 'phone' }).turn;
  expect(elsewhere).toMatchObject({ excluded: {}, asked_on: 'phone' });
  expect(after(running, { type: 'retried', holder_id: 'ben' }).turn).toBe(running);
  const may = (user_id: string, turn = failed) => turnRights(turn, { user_id, is_host: true }).retry;
  expect([may('ada'), may('eve'), may('ada', running)]).toEqual([true, false, false]);
});

test('a lender whose browser could not answer may have it tried again, and those who did not try may not [TORCH-13]', () => {
  const failed = after(running, limited(1)).turn;
  const may = (user_id: string, turn: OngoingTurn) => turnRights(turn, { user_id, is_host: false }).retry_own;
  expect([may('ben', failed), may('ada', failed), may('eve', failed)]).toEqual([true, false, false]);
  expect([may('ben', running), may('ben', asked)]).toEqual([false, false]);
});

test('a lease that lapsed while no server worked is good for 20 seconds more, and so is an offer [TORCH-14]', () => {
  const since = 100_000;
  for (const turn of [running, offered]) {
    const passed = (now: number) => at(turn, now, { type: 'time-passed', servedSince: since }).turn.state;
    expect(deadline(turn, since)).toBe(since + turnLimits.runningLease);
    expect(passed(since + turnLimits.runningLease - 1)).toBe(turn.state);
    expect(passed(since + turnLimits.runningLease)).toBe('waiting');
  }
  // Its holder is back, and has had nobody to say a word to.
  const back = at(running, since + 5_000, { type: 'heartbeat', ...holder(1) }).turn;
  expect(deadline(back, since)).toBe(since + 5_000 + turnLimits.runningLease);
  // What was given since then lapses as ever.
  const later = at(running, since + 30_000, { type: 'heartbeat', ...holder(1) }).turn;
  expect(deadline(later, since)).toBe(since + 30_000 + turnLimits.runningLease);
});
