import { expect, test } from 'vitest';
import { memoryCounts } from './counts.ts';
import { limits, type RateLimits, rateLimits } from './limits.ts';

const few: RateLimits = {
  ...rateLimits,
  signin: {
    address: { calls: 3, seconds: 60 },
    account: { calls: 2, seconds: 60 },
    everyone: { calls: 5, seconds: 60 },
  },
};

test('a caller over the limit is told how long to wait, and the next minute starts at zero', async () => {
  let time = 0;
  const count = limits(
    few,
    memoryCounts(() => time),
  );
  expect(await Promise.all([1, 2, 3].map(() => count.address('signin', 'home')))).toEqual([0, 0, 0]);
  time = 20_000;
  expect(await count.address('signin', 'home')).toBe(40);
  time = 60_000;
  expect(await count.address('signin', 'home')).toBe(0);
});

test('addresses, accounts and kinds of call are counted separately', async () => {
  const count = limits(
    few,
    memoryCounts(() => 0),
  );
  for (const _ of [1, 2, 3, 4]) await count.address('signin', 'home');
  expect(await count.address('signin', 'work')).toBe(0);
  expect(await count.address('signup', 'home')).toBe(0);
  expect(await Promise.all([1, 2, 3].map(() => count.account('signin', 'ada')))).toEqual([0, 0, 60]);
  expect(await count.account('signin', 'ben')).toBe(0);
});

test('there is also a limit for everyone together, which a caller over their own limit does not use up', async () => {
  const count = limits(
    few,
    memoryCounts(() => 0),
  );
  for (const _ of Array(50)) await count.address('signin', 'loud');
  expect(await count.address('signin', 'a')).toBe(0);
  expect(await count.address('signin', 'b')).toBe(0);
  expect(await count.address('signin', 'c')).toBe(60);
});

test('a flood of addresses does not use more memory than allowed', async () => {
  const generous = { ...few.signin, everyone: { calls: 1_000_000, seconds: 60 } };
  const counts = memoryCounts(() => 0, 100);
  const count = limits({ ...few, signin: generous }, counts);
  for (let each = 0; each < 10_000; each += 1) await count.address('signin', `address ${each}`);
  expect(counts.size()).toBeLessThanOrEqual(100);
});
