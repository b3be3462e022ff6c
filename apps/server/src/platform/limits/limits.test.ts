import { expect, test } from 'vitest';
import { limits, type RateLimits, rateLimits } from './limits.ts';

const few: RateLimits = {
  ...rateLimits,
  signin: {
    address: { calls: 3, seconds: 60 },
    account: { calls: 2, seconds: 60 },
    everyone: { calls: 5, seconds: 60 },
  },
};

test('the caller of one call too many is told how long to wait, and the next minute starts afresh', () => {
  let time = 0;
  const count = limits(few, () => time);
  expect([1, 2, 3].map(() => count.address('signin', 'home'))).toEqual([0, 0, 0]);
  time = 20_000;
  expect(count.address('signin', 'home')).toBe(40);
  time = 60_000;
  expect(count.address('signin', 'home')).toBe(0);
});

test('addresses, accounts and kinds of call are counted separately', () => {
  const count = limits(few, () => 0);
  for (const _ of [1, 2, 3, 4]) count.address('signin', 'home');
  expect(count.address('signin', 'work')).toBe(0);
  expect(count.address('signup', 'home')).toBe(0);
  expect([1, 2, 3].map(() => count.account('signin', 'ada'))).toEqual([0, 0, 60]);
  expect(count.account('signin', 'ben')).toBe(0);
});

test('everyone together has a limit as well, and somebody over their own limit does not use it up', () => {
  const count = limits(few, () => 0);
  for (const _ of Array(50)) count.address('signin', 'loud');
  expect(count.address('signin', 'a')).toBe(0);
  expect(count.address('signin', 'b')).toBe(0);
  expect(count.address('signin', 'c')).toBe(60);
});

test('a flood of addresses uses no more memory than allowed', () => {
  const generous = { ...few.signin, everyone: { calls: 1_000_000, seconds: 60 } };
  const count = limits({ ...few, signin: generous }, () => 0, 100);
  for (let each = 0; each < 10_000; each += 1) count.address('signin', `address ${each}`);
  expect(count.size()).toBeLessThanOrEqual(100);
});
