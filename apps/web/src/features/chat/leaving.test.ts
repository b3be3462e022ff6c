import { expect, test, vi } from 'vitest';
import { watchLeaving } from './leaving.ts';

function page() {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  return {
    addEventListener: (name: string, listener: (event: never) => void) =>
      void listeners.set(name, listener as (event: object) => void),
    leave() {
      const preventDefault = vi.fn();
      listeners.get('beforeunload')?.({ preventDefault });
      return preventDefault.mock.calls.length > 0;
    },
    hide: () => listeners.get('visibilitychange')?.({ preventDefault() {} }),
  };
}

test('leaving asks only while there is something to lose [MSG-06]', () => {
  const window = page();
  let wouldLose = false;
  watchLeaving(window, { wouldLose: () => wouldLose, flush() {} });
  expect(window.leave()).toBe(false);
  wouldLose = true;
  expect(window.leave()).toBe(true);
});

test('the draft is stored before the page closes', () => {
  const window = page();
  const flush = vi.fn();
  watchLeaving(window, { wouldLose: () => false, flush });
  window.leave();
  window.hide();
  expect(flush).toHaveBeenCalledTimes(2);
});
