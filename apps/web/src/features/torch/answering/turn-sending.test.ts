import { expect, test } from 'vitest';
import { type AfterSending, advanceSending, newSending, type SendingEvent } from './turn-sending.ts';

const turn = { feed: 'space', turn_id: 'turn', epoch: 2 };
const started = { provider: 'openai', model: 'gpt', host: 'api.example', used: [] };
const spent = { input: 1, output: 2, usd: 0, is_estimate: false };

/** What becomes of an answer that continues "So ", after the given events at the given times. */
function after(...events: [at: number, event: SendingEvent][]): AfterSending {
  let last: AfterSending = { sending: newSending(turn, 'So ', started), effects: [] };
  for (const [at, event] of events) last = advanceSending(last.sending, event, at, 1);
  return last;
}

const framesIn = ({ effects }: AfterSending) =>
  effects.flatMap((effect) => (effect.do === 'send' ? effect.frame : []));
const piece = (offset: number, more: object) => ({ type: 'append', ...turn, base: 3, offset, ...more });

test('what it began with is sent once, with the first piece', () => {
  expect(framesIn(after([0, { type: 'begun' }]))).toEqual([piece(3, { text: '', started })]);
  expect(framesIn(after([0, { type: 'begun' }], [0, { type: 'text-added', text: 'it is' }]))).toEqual([
    piece(3, { text: 'it is' }),
  ]);
});

test('text that arrives too soon after a piece waits', () => {
  const soon = after([0, { type: 'text-added', text: 'it' }], [10, { type: 'text-added', text: ' is' }]);
  expect(soon.effects).toEqual([{ do: 'wait', ms: 30 }]);
  expect(framesIn(advanceSending(soon.sending, { type: 'time-passed' }, 40, 1))).toEqual([
    piece(5, { text: ' is' }),
  ]);
});

test('half of a character waits for the other half', () => {
  const half = after([0, { type: 'text-added', text: 'a\ud83d' }]);
  expect(framesIn(half)).toEqual([piece(3, { text: 'a', started })]);
  const whole = advanceSending(half.sending, { type: 'text-added', text: '\ude00' }, 1_000, 1);
  expect(framesIn(whole)).toEqual([piece(4, { text: '\ud83d\ude00' })]);
});

test('from wherever the server has lost it, the text is sent again, and what it began with if it has none', () => {
  const sent: [number, SendingEvent] = [0, { type: 'text-added', text: 'it is' }];
  expect(framesIn(after(sent, [1_000, { type: 'acknowledged', length: 5 }]))).toEqual([
    piece(5, { text: ' is' }),
  ]);
  expect(framesIn(after(sent, [1_000, { type: 'acknowledged', length: 0 }]))).toEqual([
    piece(3, { text: 'it is', started }),
  ]);
});

test('a piece that could not be sent is sent with the next one', () => {
  const lost = after([0, { type: 'text-added', text: 'it' }]);
  const [frame] = framesIn(lost);
  if (frame?.type !== 'append') throw new Error('No piece was sent.');
  const { sending } = advanceSending(lost.sending, { type: 'unsent', piece: frame }, 0, 1);
  expect(framesIn(advanceSending(sending, { type: 'text-added', text: ' is' }, 1_000, 1))).toEqual([
    piece(3, { text: 'it is', started }),
  ]);
});

test('a long text leaves in four pieces at once, the rest once it has ended, and then its end', () => {
  const long: [number, SendingEvent] = [0, { type: 'text-added', text: 'x'.repeat(5 * 4_096) }];
  expect(after(long).effects.map((effect) => effect.do)).toEqual([
    'call-off',
    ...['send', 'send', 'send', 'send'],
    'wait',
  ]);
  expect(framesIn(after(long, [0, { type: 'ended', spent, because: 'length' }]))).toEqual([
    piece(3 + 4 * 4_096, { text: 'x'.repeat(4_096) }),
    piece(3 + 5 * 4_096, { text: '', ended: { length: 3 + 5 * 4_096, spent, because: 'length' } }),
  ]);
});

test('a model that thinks says so once a second', () => {
  const thought: SendingEvent = { type: 'thought' };
  expect(framesIn(after([0, thought]))).toEqual([piece(3, { text: '', is_thinking: true, started })]);
  expect(framesIn(after([0, thought], [999, thought]))).toEqual([]);
  expect(framesIn(after([0, thought], [1_000, thought]))).toHaveLength(1);
});

test('asked whether it goes on, a turn without an end repeats why, and its cost', () => {
  const failed: SendingEvent = { type: 'failed', because: 'network' };
  expect(framesIn(after([0, { type: 'asked' }]))).toEqual([{ type: 'heartbeat', ...turn }]);
  expect(framesIn(after([0, failed], [0, { type: 'spent', spent }], [0, { type: 'asked' }]))).toEqual([
    { type: 'failed', ...turn, because: 'network' },
    { type: 'spent', ...turn, spent },
  ]);
});

test('a turn that has ended cannot fail', () => {
  expect(
    after([0, { type: 'ended', spent, because: null }], [0, { type: 'failed', because: 'closing' }]).effects,
  ).toEqual([]);
});
