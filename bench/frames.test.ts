import { expect, test } from 'vitest';
import { frameLength, smoothness } from './frames.ts';

const at = (...numbers: number[]) => ({
  frames: numbers.map((number) => ({ began: number * frameLength + 1, tick: number * frameLength })),
});

test('consecutive frames drop none', () => {
  expect(smoothness(at(0, 1, 2, 3, 4)).dropped).toBe(0);
});

test('a gap of three frames has dropped two', () => {
  expect(smoothness(at(0, 1, 4)).dropped).toBeCloseTo(50);
});

test('a callback that is late within its own frame has dropped nothing', () => {
  const frames = [0, 1, 2].map((number) => ({
    began: number * frameLength + number * 9,
    tick: number * frameLength,
  }));
  expect(smoothness({ frames }).dropped).toBe(0);
  expect(smoothness({ frames }).p95).toBeCloseTo(frameLength + 9);
});

test('only the end is measured when only the end is requested', () => {
  expect(smoothness(at(0, 10, 20, 21, 22), 20 * frameLength).dropped).toBe(0);
});
