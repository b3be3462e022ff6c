import { expect, test } from 'vitest';
import { patience } from './patience.ts';

/** The waits, in seconds, for a caller who fails, waits as told, and fails again. */
function waitsOf(failures: number): number[] {
  let time = 0;
  const ada = patience(() => time);
  return Array.from({ length: failures }, () => {
    expect(ada.attempt('ada')).toBe(0);
    // Lets the whole wait pass; before the fifth failure there is none.
    let wait = 0;
    while (ada.isWaiting('ada')) {
      wait += 1;
      time += 1000;
    }
    return wait;
  });
}

test('the wait begins with the fifth failure and doubles up to a quarter of an hour', () => {
  expect(waitsOf(17)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test('of two hundred simultaneous attempts five are let through', () => {
  const ada = patience(() => 0);
  const waits = Array.from({ length: 200 }, () => ada.attempt('ada'));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
  expect(waits.at(-1)).toBe(1);
});

test('somebody who gets in starts afresh, and others are not affected', () => {
  const people = patience(() => 0);
  for (const _ of Array(8)) people.attempt('ada');
  expect(people.attempt('ben')).toBe(0);
  expect(people.forgive('ada')).toBe(4);
  expect(people.attempt('ada')).toBe(0);
});
