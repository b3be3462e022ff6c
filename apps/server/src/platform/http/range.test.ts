import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOf } from './range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=10-', 'outside'],
  ['bytes=10-12', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=4-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=a-b', undefined],
  ['lines=0-1', undefined],
  ['', undefined],
  [undefined, undefined],
])('of ten bytes, %s asks for %j', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range);
});

test('whatever is requested, no byte outside the file is sent', () => {
  const number = fc.oneof(fc.constant(''), fc.nat().map(String));
  fc.assert(
    fc.property(number, number, fc.integer({ min: 1, max: 1000 }), (first, last, size) => {
      const range = rangeOf(`bytes=${first}-${last}`, size);
      if (range === undefined || range === 'outside') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeGreaterThanOrEqual(range.start);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
