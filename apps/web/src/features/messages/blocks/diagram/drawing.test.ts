import { expect, test } from 'vitest';
import { type DiagramState, type DrawingEvent, drawingReducer, initialDrawing } from './drawing.ts';
import type { FrameMessage } from './frame-messages.ts';

const received = (message: FrameMessage): DrawingEvent => ({ type: 'frame-message', message });
const drawn = received({ kind: 'drawn', svg: '<svg/>', height: 90, width: 50 });
const silence: DrawingEvent = { type: 'frame-fell-silent' };
const all = (...events: DrawingEvent[]): DiagramState => events.reduce(drawingReducer, initialDrawing);

test('a diagram is drawn once its code has loaded', () => {
  expect(all(received({ kind: 'ready' }), received({ kind: 'working' }))).toEqual({ step: 'drawing' });
  expect(all(received({ kind: 'ready' }), drawn, received({ kind: 'sized', height: 40 }))).toEqual({
    step: 'drawn',
    svg: '<svg/>',
    height: 40,
    width: 50,
  });
});

test('a frame that goes silent while drawing is ended, and later messages from it are ignored [CODE-05]', () => {
  const ended = all(received({ kind: 'ready' }), silence);
  expect(ended).toEqual({ step: 'ended', because: 'silent' });
  expect(drawingReducer(ended, drawn)).toBe(ended);
  expect(drawingReducer(ended, { type: 'tried-again' })).toEqual(initialDrawing);
  expect(all(silence)).toEqual({ step: 'ended', because: 'unreachable' });
  expect(all(received({ kind: 'ready' }), drawn, silence)).toMatchObject({ step: 'drawn' });
});

test('a diagram is redrawn when the colours change', () => {
  expect(all(received({ kind: 'ready' }), drawn, { type: 'scheme-changed' })).toEqual({ step: 'drawing' });
});

test('a diagram that cannot be drawn says why', () => {
  expect(all(received({ kind: 'ready' }), received({ kind: 'failed', words: 'Parse error' }))).toEqual({
    step: 'failed',
    words: 'Parse error',
  });
});
