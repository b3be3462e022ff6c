import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { memoryCounts } from '../limits/counts.ts';
import { hashOf } from '../tokens/hash.ts';
import { sharedCounts } from './shared-counts.ts';

const places = ['memory', ...databases.filter((dialect) => dialect === 'postgres')] as const;

/** Two who count the same things, and their clock. */
async function start(place: (typeof places)[number]) {
  let time = 1_000_000;
  const now = () => time;
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  if (place !== 'postgres') {
    const counts = memoryCounts(now);
    return { one: counts, other: counts, pass };
  }
  const { db } = await freshDatabase('postgres');
  const one = sharedCounts(db, now);
  return { one, other: sharedCounts(db, now), pass, db, sweep: one.sweep };
}

describe.each(places)('counts in %s', (place) => {
  test('a window begins with what is counted first, and the next one starts afresh', async () => {
    const { one, other, pass } = await start(place);
    expect(await one.add('calls', 1, 60_000)).toEqual({ count: 1, left: 60_000 });
    pass(20_000);
    expect(await other.add('calls', 2, 60_000)).toEqual({ count: 3, left: 40_000 });
    expect(await one.add('other calls', 1, 1_000)).toEqual({ count: 1, left: 1_000 });
    expect(await other.add('calls', -1, 60_000)).toEqual({ count: 2, left: 40_000 });
    pass(40_000);
    expect(await other.add('calls', 0, 60_000)).toEqual({ count: 0, left: 60_000 });
  });

  test('simultaneous calls are all counted', async () => {
    const { one, other } = await start(place);
    const counted = await Promise.all(
      Array.from({ length: 50 }, (_, call) => (call % 2 ? one : other).add('calls', 1, 60_000)),
    );
    expect(counted.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, call) => call + 1),
    );
  });
});

test.runIf(databases.includes('postgres'))(
  'windows that have ended are removed, and no key can be read or guessed',
  async () => {
    const { one, pass, db, sweep } = await start('postgres');
    await one.add('signin address 192.0.2.7', 1, 60_000);
    await one.add('a later one', 1, 120_000);
    const rows = await db?.selectFrom('shared_counts').selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('192.0.2.7');
    expect(JSON.stringify(rows)).not.toContain(hashOf('signin address 192.0.2.7'));
    pass(60_000);
    await sweep?.();
    expect(await db?.selectFrom('shared_counts').selectAll().execute()).toHaveLength(1);
  },
);
