import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { attemptThrottle } from '../limits/attempt-throttle.ts';
import { hashOf } from '../tokens/hash.ts';
import { sharedAttemptThrottle } from './shared-attempt-throttle.ts';

const places = ['memory', ...databases.filter((dialect) => dialect === 'postgres')] as const;

/** Two that count the same failures, and their clock. */
async function start(place: (typeof places)[number]) {
  let time = 1_000_000;
  const now = () => time;
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  if (place !== 'postgres') {
    const own = attemptThrottle(now);
    return { one: own, other: own, pass };
  }
  const { db } = await freshDatabase('postgres');
  const one = sharedAttemptThrottle(db, now);
  return { one, other: sharedAttemptThrottle(db, now), pass, db, sweep: one.sweep };
}

describe.each(places)('attempt throttle in %s', (place) => {
  test('the wait begins with the fifth failure and doubles up to a quarter of an hour', async () => {
    const { one, other, pass } = await start(place);
    const waits: number[] = [];
    for (let failures = 1; failures <= 17; failures++) {
      expect(await one.attempt('ada')).toBe(0);
      // An attempt that comes too early does not count, and is refused with the time to wait.
      const wait = failures < 5 ? 0 : await other.attempt('ada');
      waits.push(wait);
      pass(wait * 1000);
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('of two hundred simultaneous attempts five are let through [CHECK-15]', async () => {
    const { one, other } = await start(place);
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, attempt) => (attempt % 2 ? one : other).attempt('ada')),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
    expect(Math.max(...waits)).toBe(1);
  });

  test('a success resets the count, and other keys are not affected', async () => {
    const { one, other } = await start(place);
    for (const _ of Array(8)) await one.attempt('ada');
    expect(await one.attempt('ben')).toBe(0);
    expect(await other.reset('ada')).toBe(4);
    expect(await one.reset('ada')).toBe(0);
    expect(await one.attempt('ada')).toBe(0);
  });

  test('a cancelled attempt does not count', async () => {
    const { one } = await start(place);
    for (const _ of Array(20)) {
      expect(await one.attempt('ada')).toBe(0);
      await one.cancel('ada');
    }
    expect(await one.reset('ada')).toBe(0);
  });

  test('failures are forgotten after an hour without another', async () => {
    const { one, pass } = await start(place);
    for (const _ of Array(5)) await one.attempt('ada');
    pass(60 * 60 * 1000);
    expect(await one.attempt('ada')).toBe(0);
    expect(await one.reset('ada')).toBe(0);
  });
});

test.runIf(databases.includes('postgres'))('forgotten failures are removed', async () => {
  const { one, pass, db, sweep } = await start('postgres');
  await one.attempt('ada 192.0.2.7');
  const stored = JSON.stringify(await db?.selectFrom('failed_attempts').selectAll().execute());
  for (const guess of ['192', hashOf('ada 192.0.2.7')]) expect(stored).not.toContain(guess);
  pass(60 * 60 * 1000);
  await sweep?.();
  expect(await db?.selectFrom('failed_attempts').selectAll().execute()).toEqual([]);
});
