import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterDelta, afterRow, type ObservedTurn, type StoredTurn, type TurnDelta } from './observed-turn.ts';

const row = (state: StoredTurn['state'], epoch: number, text: string): StoredTurn => ({ state, epoch, text });
const delta = (epoch: number, base: number, offset: number, text: string): TurnDelta => ({
  epoch,
  base,
  offset,
  text,
});
const running = afterRow(null, row('running', 1, 'Hel'));
const textAfter = (turn: ObservedTurn, ...deltas: TurnDelta[]) => deltas.reduce(afterDelta, turn).text;

test('a turn grows piece by piece, and a piece received twice is added once', () => {
  expect(textAfter(running, delta(1, 0, 3, 'lo'), delta(1, 0, 3, 'lo'), delta(1, 0, 4, 'o!'))).toBe('Hello!');
});

test('a piece that comes too early waits for the one before it', () => {
  const early = afterDelta(running, delta(1, 0, 5, '!'));
  expect(early).toMatchObject({ text: 'Hel', ahead: [{ offset: 5 }] });
  expect(afterDelta(early, delta(1, 0, 3, 'lo'))).toMatchObject({ text: 'Hello!', ahead: [] });
});

test('a piece whose predecessor never arrives is joined to the row', () => {
  const early = afterDelta(running, delta(1, 0, 5, '!'));
  expect(afterRow(early, row('running', 1, 'Hello'))).toMatchObject({ text: 'Hello!', ahead: [] });
});

test('a higher epoch cuts the text where it begins', () => {
  expect(textAfter(running, delta(2, 0, 0, 'Hi'))).toBe('Hi');
  expect(textAfter(running, delta(2, 3, 3, 'p me'))).toBe('Help me');
  expect(textAfter(running, delta(2, 0, 2, ' there'), delta(2, 0, 0, 'Hi'))).toBe('Hi there');
});

test('a higher epoch that continues a text waits until that is all here', () => {
  const waits = afterDelta(running, delta(2, 5, 5, ' you'));
  expect(waits).toMatchObject({ epoch: 1, text: 'Hel' });
  expect(textAfter(waits, delta(1, 0, 3, 'lo'))).toBe('Hello you');
});

test('a lower epoch is too late', () => {
  expect(textAfter(running, delta(2, 0, 0, 'Hi'), delta(1, 0, 2, 'llo'))).toBe('Hi');
});

test('a turn that was offered anew is begun again by its first piece', () => {
  const offered = afterRow(running, row('offered', 2, 'Hel'));
  expect(textAfter(offered, delta(2, 0, 0, 'Hi there'))).toBe('Hi there');
});

test('text from a holder who has lost the turn is not added to the stored text', () => {
  const waiting = afterRow(running, row('waiting', 1, 'Hel'));
  expect(textAfter(waiting, delta(1, 0, 3, 'lo'))).toBe('Hel');
});

test('a row of the same epoch takes nothing away that has come since', () => {
  const further = afterDelta(running, delta(1, 0, 3, 'lo'));
  expect(afterRow(further, row('running', 1, 'Hell')).text).toBe('Hello');
});

test('the row of an end wins, whatever came before it and whatever comes after it', () => {
  const further = afterDelta(running, delta(1, 0, 3, 'lo'));
  const stopped = afterRow(further, row('stopped', 1, 'Hel'));
  expect(stopped).toMatchObject({ text: 'Hel', hasEnded: true });
  expect(textAfter(stopped, delta(1, 0, 3, 'lo'), delta(2, 0, 0, 'Hi'))).toBe('Hel');
});

test('a browser buffers a bounded number of pieces that arrive too early', () => {
  let turn = running;
  for (let at = 0; at < 1_000; at++) turn = afterDelta(turn, delta(1, 0, 10 + at, 'x'));
  expect(turn.ahead.length).toBeLessThanOrEqual(100);
});

test('in whatever order the pieces of two holders come, the text is that of the second', () => {
  const first = ['One ', 'two ', 'thr'];
  const second = ['ee ', 'four', '.'];
  const piecesOf = (texts: string[], epoch: number, base: number) => {
    let offset = base;
    return texts.map((text) => {
      const piece = delta(epoch, base, offset, text);
      offset += text.length;
      return piece;
    });
  };
  fc.assert(
    fc.property(fc.constantFrom(0, 11), fc.infiniteStream(fc.nat()), fc.nat(8), (base, numbers, copied) => {
      const pieces = [...piecesOf(first, 1, 0), ...piecesOf(second, 2, base)];
      const copy = pieces[copied % pieces.length] as TurnDelta;
      const order = [...pieces, copy].map((piece) => ({ piece, at: numbers.next().value as number }));
      const shuffled = order.sort((one, other) => one.at - other.at).map(({ piece }) => piece);
      const text = textAfter(afterRow(null, row('running', 1, '')), ...shuffled);
      expect(text).toBe(base === 0 ? second.join('') : [...first, ...second].join(''));
    }),
  );
});
