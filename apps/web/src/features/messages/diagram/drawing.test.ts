import { expect, test } from 'vitest';
import { after, type Drawing, type DrawingEvent, start } from './drawing.ts';
import type { FrameMessage } from './frame-messages.ts';

const said = (what: FrameMessage): DrawingEvent => ({ type: 'frame-said', what });
const drawn = said({ kind: 'drawn', svg: '<svg/>', height: 90 });
const silence: DrawingEvent = { type: 'frame-fell-silent' };
const all = (...events: DrawingEvent[]): Drawing => events.reduce(after, start);

test('a diagram is drawn once its code has loaded', () => {
  expect(all(said({ kind: 'ready' }), said({ kind: 'working' }))).toEqual({ step: 'drawing' });
  expect(all(said({ kind: 'ready' }), drawn, said({ kind: 'sized', height: 40 }))).toEqual({
    step: 'drawn',
    svg: '<svg/>',
    height: 40,
  });
});

test('a frame that goes silent while drawing is ended, and later messages from it are ignored [CODE-05]', () => {
  const ended = all(said({ kind: 'ready' }), silence);
  expect(ended).toEqual({ step: 'ended', because: 'silent' });
  expect(after(ended, drawn)).toBe(ended);
  expect(after(ended, { type: 'tried-again' })).toEqual(start);
  expect(all(silence)).toEqual({ step: 'ended', because: 'unreachable' });
  expect(all(said({ kind: 'ready' }), drawn, silence)).toMatchObject({ step: 'drawn' });
});

test('a diagram is redrawn when the colours change', () => {
  expect(all(said({ kind: 'ready' }), drawn, { type: 'scheme-changed' })).toEqual({ step: 'drawing' });
});

test('a diagram that cannot be drawn says why', () => {
  expect(all(said({ kind: 'ready' }), said({ kind: 'failed', words: 'Parse error' }))).toEqual({
    step: 'failed',
    words: 'Parse error',
  });
});
