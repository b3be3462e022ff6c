import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Append, appendToReply, type ReplyState } from './append.ts';

const empty: ReplyState = { run_id: null, body_length: 0, reasoning_length: 0, ended_at: null };

function piece(run: string, offset: number, text: string, more: Partial<Append> = {}): Append {
  return {
    run_id: run,
    previous_run_id: null,
    base: 0,
    reasoning_base: 0,
    offset,
    text,
    reasoning_offset: 0,
    reasoning: '',
    ...more,
  };
}

/** What is stored after these pieces, the refused ones left out. */
function stored(pieces: readonly Append[]) {
  let state = empty;
  let body = '';
  for (const one of pieces) {
    const result = appendToReply(state, one);
    if ('refused' in result) continue;
    state = result.state;
    body += result.text;
  }
  return { ...state, body };
}

test('a reply grows by its pieces', () => {
  const reply = stored([piece('a', 0, 'Hel'), piece('a', 3, 'lo'), piece('a', 5, '', { ended_at: 9 })]);
  expect(reply).toMatchObject({ body: 'Hello', body_length: 5, ended_at: 9 });
});

test('a piece that comes twice, or overlaps, adds what is missing', () => {
  expect(stored([piece('a', 0, 'Hel'), piece('a', 0, 'Hel'), piece('a', 1, 'ello')]).body).toBe('Hello');
});

test('a piece after a gap is refused with the lengths from which to send again', () => {
  const state = { ...empty, run_id: 'a', body_length: 3 };
  expect(appendToReply(state, piece('a', 5, 'lo'))).toEqual({
    refused: 'gap',
    body_length: 3,
    reasoning_length: 0,
  });
});

test('a reply is continued from where the browser saw it end', () => {
  const rest = piece('b', 3, 'lo', { previous_run_id: 'a', base: 3 });
  expect(stored([piece('a', 0, 'Hel', { ended_at: 1 }), rest])).toMatchObject({
    body: 'Hello',
    ended_at: null,
  });
});

test('two devices that continue the same reply never mix their texts', () => {
  const one = piece('b', 3, 'lo', { previous_run_id: 'a', base: 3 });
  const other = piece('c', 3, 'p!', { previous_run_id: 'a', base: 3 });
  const state = { ...empty, run_id: 'a', body_length: 3 };
  const first = appendToReply(state, one);
  if ('refused' in first) throw new Error('refused');
  expect(appendToReply(first.state, other)).toEqual({ refused: 'conflict' });
});

test('a run that saw less of the reply than is stored is refused', () => {
  const state = { ...empty, run_id: 'a', body_length: 5 };
  const late = piece('b', 3, 'p', { previous_run_id: 'a', base: 3 });
  expect(appendToReply(state, late)).toEqual({ refused: 'conflict' });
});

test('a late copy of a piece neither reopens a reply that has ended nor counts as its last', () => {
  const state = { ...empty, run_id: 'a', body_length: 5, ended_at: 7 };
  expect(appendToReply(state, piece('a', 0, 'Hel'))).toMatchObject({ state, isNews: false, isLast: false });
});

test('of a reply that has ended a browser that has lost some of it does not know the end', () => {
  const state = { ...empty, run_id: 'a', body_length: 5, ended_at: 7 };
  expect(appendToReply(state, piece('a', 0, 'Hel', { ended_at: 9 }))).toMatchObject({ state, isLast: false });
  expect(appendToReply(state, piece('a', 0, 'Hello', { ended_at: 7 }))).toMatchObject({
    state,
    isLast: true,
  });
  // Nothing else will end it.
  const growing = { ...state, ended_at: null };
  expect(appendToReply(growing, piece('a', 0, 'Hel', { ended_at: 9 }))).toMatchObject({ isLast: true });
});

test('whatever is lost, repeated and reordered on the way, sending again from the known length brings the whole text', () => {
  const text = fc.string({ maxLength: 30 });
  const cuts = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 20 });
  fc.assert(
    fc.property(text, cuts, (whole, pairs) => {
      let state = empty;
      let body = '';
      const send = (from: number, to: number) => {
        const result = appendToReply(state, piece('a', from, whole.slice(from, to)));
        if ('refused' in result) return;
        state = result.state;
        body += result.text;
      };
      for (const [from, to] of pairs) send(Math.min(from, whole.length), Math.max(from, to));
      send(state.body_length, whole.length);
      expect(body).toBe(whole);
    }),
  );
});
