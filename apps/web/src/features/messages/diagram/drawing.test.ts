import { expect, test } from 'vitest';
import { after, type Drawing, type DrawingEvent, start } from './drawing.ts';
import type { FrameSaid } from './frame-messages.ts';

const said = (what: FrameSaid): DrawingEvent => ({ type: 'frame-said', what });
const drawn = said({ kind: 'drawn', svg: '<svg/>', height: 90 });
const silence: DrawingEvent = { type: 'frame-fell-silent' };
const all = (...events: DrawingEvent[]): Drawing => events.reduce(after, start);

test('a diagram is drawn once its code is there', () => {
  expect(all(said({ kind: 'ready' }), said({ kind: 'working' }))).toEqual({ step: 'drawing' });
  expect(all(said({ kind: 'ready' }), drawn, said({ kind: 'sized', height: 40 }))).toEqual({
    step: 'drawn',
    svg: '<svg/>',
    height: 40,
  });
});

test('who falls silent while drawing is ended, and hears nothing any more [CODE-05]', () => {
  const ended = all(said({ kind: 'ready' }), silence);
  expect(ended).toEqual({ step: 'ended', because: 'silent' });
  expect(after(ended, drawn)).toBe(ended);
  expect(after(ended, { type: 'tried-again' })).toEqual(start);
  expect(all(silence)).toEqual({ step: 'ended', because: 'unreachable' });
  expect(all(said({ kind: 'ready' }), drawn, silence)).toMatchObject({ step: 'drawn' });
});

test('in other colours it is drawn again', () => {
  expect(all(said({ kind: 'ready' }), drawn, { type: 'scheme-changed' })).toEqual({ step: 'drawing' });
});

test('what cannot be drawn says why', () => {
  expect(all(said({ kind: 'ready' }), said({ kind: 'failed', words: 'Parse error' }))).toEqual({
    step: 'failed',
    words: 'Parse error',
  });
});
