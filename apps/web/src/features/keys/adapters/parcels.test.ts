import type { AnswerEvent } from '@polylogue/providers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { most, parcels, patience } from './parcels.ts';

const text = (text: string): AnswerEvent => ({ type: 'text', text });
const model: AnswerEvent = { type: 'model', model: 'gpt-4o' };
const ended: AnswerEvent = { type: 'ended', because: 'done', raw: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const sent: { events: AnswerEvent[]; isLast: boolean }[] = [];
  const parcel = parcels((events, isLast) => void sent.push({ events, isLast }));
  return { parcel, sent };
}

test('the first word goes at once, with what was said before it; the next ones together, once that is taken', () => {
  const { parcel, sent } = start();
  parcel.add(model);
  expect(sent).toEqual([]);
  parcel.add(text('One'));
  expect(sent).toEqual([{ events: [model, text('One')], isLast: false }]);
  parcel.add(text(', two'));
  parcel.add(text(', three'));
  expect(sent).toHaveLength(1);
  parcel.taken();
  expect(sent[1]).toEqual({ events: [text(', two, three')], isLast: false });
});

test('a model’s name without words goes alone after a moment', () => {
  const { parcel, sent } = start();
  parcel.add(model);
  vi.advanceTimersByTime(patience);
  expect(sent).toEqual([{ events: [model], isLast: false }]);
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
  parcel.taken();
  vi.advanceTimersByTime(10 * patience);
  expect(sent).toHaveLength(2);
});

test('a slow answer is not slowed down: each word goes as it comes', () => {
  const { parcel, sent } = start();
  for (const word of ['a', 'b', 'c']) {
    parcel.add(text(word));
    expect(sent.at(-1)?.events).toEqual([text(word)]);
    parcel.taken();
  }
  expect(sent).toHaveLength(3);
});

test('while the page is busy no more is read than a parcel holds', async () => {
  const { parcel, sent } = start();
  parcel.add(text('a'));
  parcel.add(text('b'.repeat(most - 1)));
  expect(parcel.room()).toBeUndefined();
  parcel.add(text('b'));
  const room = parcel.room();
  expect(room).toBeInstanceOf(Promise);
  parcel.taken();
  await room;
  expect(sent[1]?.events).toEqual([text('b'.repeat(most))]);
  expect(parcel.room()).toBeUndefined();
});
