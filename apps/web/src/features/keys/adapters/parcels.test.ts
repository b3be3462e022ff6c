import type { AnswerEvent } from '@polylogue/providers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parcels, pause } from './parcels.ts';

const text = (text: string): AnswerEvent => ({ type: 'text', text });
const ended: AnswerEvent = { type: 'ended', because: 'done', raw: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const sent: { events: AnswerEvent[]; isLast: boolean }[] = [];
  const parcel = parcels((events, isLast) => void sent.push({ events, isLast }), Date.now);
  return { parcel, sent };
}

test('the first word goes at once, with what was said before it; the next ones together, a frame later', () => {
  const { parcel, sent } = start();
  parcel.add({ type: 'model', model: 'gpt-4o' });
  expect(sent).toEqual([]);
  parcel.add(text('One'));
  expect(sent).toEqual([{ events: [{ type: 'model', model: 'gpt-4o' }, text('One')], isLast: false }]);
  parcel.add(text(', two'));
  parcel.add(text(', three'));
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(pause);
  expect(sent[1]).toEqual({ events: [text(', two, three')], isLast: false });
});

test('thoughts and words stay apart, and what comes between two texts too', () => {
  const { parcel, sent } = start();
  const events: AnswerEvent[] = [
    { type: 'reasoning', text: 'Hm' },
    { type: 'reasoning', text: 'm.' },
    text('a'),
    { type: 'usage', usage: { input: 1, output: 1 } },
    text('b'),
    ended,
  ];
  for (const event of events) parcel.add(event);
  parcel.flush(true);
  expect(sent.flatMap(({ events }) => events)).toEqual(events);
});

test('the end waits for nothing, and nothing comes after it', () => {
  const { parcel, sent } = start();
  parcel.add(text('a'));
  parcel.add(text('b'));
  parcel.add(ended);
  parcel.flush(true);
  expect(sent.at(-1)).toEqual({ events: [text('b'), ended], isLast: true });
  vi.advanceTimersByTime(10 * pause);
  expect(sent).toHaveLength(2);
});

test('a slow answer is not slowed down: each word goes as it comes', () => {
  const { parcel, sent } = start();
  for (const word of ['a', 'b', 'c']) {
    parcel.add(text(word));
    expect(sent.at(-1)?.events).toEqual([text(word)]);
    vi.advanceTimersByTime(2 * pause);
  }
  expect(sent).toHaveLength(3);
});
