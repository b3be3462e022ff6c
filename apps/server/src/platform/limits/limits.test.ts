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

test('there is also a limit for everyone together, for members apart from visitors [CHECK-13]', async () => {
  const count = limits(
    few,
    memoryCounts(() => 0),
  );
  const everyone = (callers: 'members' | 'visitors') => count.everyone('signin', callers);
  for (const _ of Array(5)) expect(await everyone('visitors')).toBe(0);
  expect(await everyone('visitors')).toBe(60);
  expect(await everyone('members')).toBe(0);
});

test('a flood of addresses does not use more memory than allowed', async () => {
  const counts = memoryCounts(() => 0, 100);
  const count = limits(few, counts);
  for (let each = 0; each < 10_000; each += 1) await count.address('signin', `address ${each}`);
  expect(counts.size()).toBeLessThanOrEqual(100);
});

test('what is counted for a day is not forgotten because much else is counted for a minute', async () => {
  let time = 0;
  const counts = memoryCounts(() => time, 100);
  await counts.add('uploads of ada', 1, 24 * 60 * 60_000);
  for (let each = 0; each < 1_000; each += 1) {
    time += 1_000;
    await counts.add(`search ${each}`, 1, 60_000);
  }
  expect((await counts.add('uploads of ada', 1, 24 * 60 * 60_000)).count).toBe(2);
});
