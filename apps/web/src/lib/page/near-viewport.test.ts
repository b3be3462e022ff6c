import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** An IntersectionObserver that the test triggers by hand. */
class Observer {
  static last: Observer;
  readonly watched = new Set<object>();
  readonly notify: (entries: object[]) => void;

  constructor(notify: (entries: object[]) => void) {
    this.notify = notify;
    Observer.last = this;
  }
  observe(element: object) {
    this.watched.add(element);
  }
  unobserve(element: object) {
    this.watched.delete(element);
  }
}

let whenNearViewport: typeof import('./near-viewport.ts').whenNearViewport;
const block = {} as Element;
const near = (isIntersecting: boolean) => Observer.last.notify([{ target: block, isIntersecting }]);

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', Observer);
  ({ whenNearViewport } = await import('./near-viewport.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an element that stays near the screen for a moment is handled, once', () => {
  const run = vi.fn();
  whenNearViewport(block, run);
  near(true);
  expect(run).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
  expect(Observer.last.watched.size).toBe(0);
});

test('an element that passes by in a flood is left alone until it comes back', () => {
  const run = vi.fn();
  whenNearViewport(block, run);
  near(true);
  near(false);
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
  near(true);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
});

test('an element removed from the page is forgotten', () => {
  const run = vi.fn();
  const forget = whenNearViewport(block, run);
  near(true);
  forget();
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
  expect(Observer.last.watched.size).toBe(0);
});
