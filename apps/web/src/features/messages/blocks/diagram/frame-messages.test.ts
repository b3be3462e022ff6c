import { expect, test } from 'vitest';
import { isFromFrame, maxDiagramLength, parseDraw, parseFrameMessage } from './frame-messages.ts';

test('a message from the frame is accepted only in its expected shape, with nothing extra [CODE-03 CHECK-72]', () => {
  expect(parseFrameMessage({ kind: 'ready', key: 'give me yours' })).toEqual({ kind: 'ready' });
  expect(
    parseFrameMessage({ kind: 'drawn', height: 120.5, width: 80, svg: '<svg/>', html: '<script>' }),
  ).toEqual({
    kind: 'drawn',
    height: 120.5,
    width: 80,
    svg: '<svg/>',
  });
  for (const odd of [
    null,
    undefined,
    'ready',
    [],
    {},
    { kind: 'else' },
    { kind: ['ready'] },
    { kind: 'drawn', height: 9, svg: '<svg/>' },
    { kind: 'drawn', height: 9, width: '9', svg: '<svg/>' },
    { kind: 'drawn', height: '9', width: 9, svg: '<svg/>' },
    { kind: 'drawn', height: Number.NaN, width: 9, svg: '<svg/>' },
    { kind: 'drawn', height: -1, width: 9, svg: '<svg/>' },
    { kind: 'drawn', height: 10, width: 9, svg: { toString: () => '<svg/>' } },
    { kind: 'drawn', height: 10, width: 9, svg: 'x'.repeat(4_000_001) },
    { kind: 'sized', height: Number.POSITIVE_INFINITY },
    { kind: 'failed' },
  ]) {
    expect(parseFrameMessage(odd)).toBeNull();
  }
});

test('the page hears its own frame, and no other window [CODE-03]', () => {
  const [frame, other] = [{}, {}] as Window[];
  expect(isFromFrame({ source: frame ?? null, origin: 'null' }, frame)).toBe(true);
  expect(isFromFrame({ source: other ?? null, origin: 'null' }, frame)).toBe(false);
  // What has an origin is not our frame, even if it is in its place.
  expect(isFromFrame({ source: frame ?? null, origin: 'https://chat.test' }, frame)).toBe(false);
  expect(isFromFrame({ source: null, origin: 'null' }, null)).toBe(false);
});

test('a drawing is never taller, nor an error longer, than the page allows [CODE-03]', () => {
  expect(parseFrameMessage({ kind: 'sized', height: 1e9 })).toEqual({ kind: 'sized', height: 4_000 });
  expect(parseFrameMessage({ kind: 'failed', words: 'x'.repeat(9_000) })).toEqual({
    kind: 'failed',
    words: 'x'.repeat(600),
  });
});

test('the frame accepts only valid requests, and nothing extra [CODE-03 CHECK-72]', () => {
  const draw = { kind: 'draw', text: 'pie', scheme: 'dark', isLarge: false, font: null };
  expect(parseDraw({ ...draw, more: 1 })).toEqual(draw);
  for (const odd of [
    null,
    {},
    { ...draw, scheme: 'blue' },
    { ...draw, isLarge: 1 },
    { ...draw, font: 'https://fonts.example/one.woff2' },
    { ...draw, text: 'x'.repeat(maxDiagramLength + 1) },
  ]) {
    expect(parseDraw(odd)).toBeNull();
  }
});
