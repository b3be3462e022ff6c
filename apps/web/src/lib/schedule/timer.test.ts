import { expect, test } from 'vitest';
import { timer } from './timer.ts';

test('a call is put off by another one, made once, and called off', () => {
  const due: (() => void)[] = [];
  const one = timer((_, work) => {
    due.push(work);
    return () => void due.splice(due.indexOf(work), 1);
  });
  const made: string[] = [];
  const pass = () => {
    for (const work of due.splice(0)) work();
  };
  one.start(10, () => made.push('first'));
  one.start(10, () => made.push('second'));
  expect(one.isRunning()).toBe(true);
  pass();
  expect([made, one.isRunning()]).toEqual([['second'], false]);
  one.start(10, () => made.push('third'));
  one.stop();
  pass();
  expect([made, one.isRunning()]).toEqual([['second'], false]);
});
