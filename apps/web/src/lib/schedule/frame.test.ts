import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextFrame } from './frame.ts';

let page: EventTarget & { visibilityState: string };
let frames: Map<number, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  frames = new Map();
  let last = 0;
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    last += 1;
    frames.set(last, run);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function paint() {
  const due = [...frames.values()];
  frames.clear();
  for (const run of due) run();
}

function hide() {
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
}

test('a visible page runs it at the next frame, once', () => {
  const run = vi.fn();
  nextFrame(run);
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
  paint();
  paint();
  hide();
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
});

test('a hidden page runs it on a timer', () => {
  const run = vi.fn();
  page.visibilityState = 'hidden';
  nextFrame(run);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
});

test('a page hidden before the frame arrives does not wait to be shown again', () => {
  const run = vi.fn();
  nextFrame(run);
  hide();
  vi.runAllTimers();
  paint();
  expect(run).toHaveBeenCalledTimes(1);
});

test('a cancelled call never runs', () => {
  const run = vi.fn();
  const cancel = nextFrame(run);
  cancel();
  paint();
  hide();
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});
