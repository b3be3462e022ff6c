import { expect, test, vi } from 'vitest';
import { live } from './live.ts';

const counter = () => live(0, (count, added: number) => count + added);

test('an event changes the state and notifies every listener', () => {
  const store = counter();
  const listener = vi.fn();
  store.listen(listener);
  store.dispatch(2);
  expect(store.read()).toBe(2);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('an event that changes nothing is not reported', () => {
  const store = counter();
  const listener = vi.fn();
  store.listen(listener);
  store.dispatch(0);
  expect(listener).not.toHaveBeenCalled();
});

test('a removed listener is not called, and removing it while listeners are being called skips no other', () => {
  const store = counter();
  const second = vi.fn();
  const leave = store.listen(() => leave());
  store.listen(second);
  store.dispatch(1);
  store.dispatch(1);
  expect(second).toHaveBeenCalledTimes(2);
});
