import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hoverIntent } from './hover-intent.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a card opens after 700 ms of rest [LIST-17 CONST-13]', () => {
  const show = vi.fn();
  hoverIntent(show).came();
  vi.advanceTimersByTime(699);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show.mock.calls).toEqual([[true]]);
});

test('a card closes 300 ms after the pointer left [LIST-18 CONST-13]', () => {
  const show = vi.fn();
  hoverIntent(show).left();
  vi.advanceTimersByTime(299);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show.mock.calls).toEqual([[false]]);
});

test('a pointer passing by opens nothing', () => {
  const show = vi.fn();
  const intent = hoverIntent(show);
  intent.came();
  vi.advanceTimersByTime(500);
  intent.left();
  vi.runAllTimers();
  expect(show).not.toHaveBeenCalledWith(true);
});

test('a pointer that comes back in time keeps the card open', () => {
  const show = vi.fn();
  const intent = hoverIntent(show);
  intent.left();
  vi.advanceTimersByTime(200);
  intent.came();
  vi.runAllTimers();
  expect(show).not.toHaveBeenCalledWith(false);
});

test('a dismissed card closes at once and stays closed', () => {
  const show = vi.fn();
  const intent = hoverIntent(show);
  intent.came();
  intent.dismissed();
  vi.runAllTimers();
  expect(show.mock.calls).toEqual([[false]]);
});
