import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { addCrowd } from '../../testing/crowd.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { inSpaces } from './testing.ts';

/** How long each of some calls keeps the main thread, that is, all others, from working; the middle one (milliseconds). */
async function cpuOf(call: () => Promise<{ status: number }>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const before = process.threadCpuUsage();
    expect((await call()).status).toBe(200);
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times.sort((one, other) => one - other)[3] ?? 0;
}

/** Ada in a space of her own. */
async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben']);
  const ada = inSpaces(circle, circle.ada);
  const id = await ada.make({ visibility: 'public' });
  await inSpaces(circle, circle.ben).join(id);
  return { circle, ada, id };
}

describe.each(serviceDatabases)('a large room on %s', (dialect) => {
  test('whoever names someone among ten thousand people holds up nobody, whatever they type', async () => {
    const { circle, ada, id } = await start(dialect);
    const database = await circle.database();
    await addCrowd(database, { size: 9_998, spaceId: id, names: ['Hidden', 'Name'] });
    const named = (q: string) => ada.members(id, `?q=${q}&limit=20`);
    expect((await named('be')).body.people).toMatchObject([{ username: 'ben' }]);
    expect((await named('person9')).body.members).toHaveLength(20);
    // Their profiles are not public.
    expect((await named('hidden')).body.members).toEqual([]);
    const usual = await cpuOf(() => ada.read(id));
    for (const q of ['be', 'zz', 'person', 'person9998', 'hidden']) {
      expect(await cpuOf(() => named(q))).toBeLessThan(usual + 30);
    }
  });

  test('the costs of a thousand turns are summed without holding up anyone', async () => {
    const { circle, ada, id } = await start(dialect);
    const { db } = circle;
    const { feed } = await db
      .selectFrom('spaces')
      .select('feed')
      .where('space_id', '=', id)
      .executeTakeFirstOrThrow();
    const used = Array.from({ length: 200 }, newId);
    const started = { provider: 'openai', model: 'gpt-4o', host: 'api.openai.com', used };
    const segment = { holder_id: circle.ben.id, connection: 'c', epoch: 1, from: 0, to: 1, started };
    const short = { ...segment, started: { ...started, used: [] } };
    const segments = [
      { ...segment, spent: { input: 1, output: 1, usd: 0.5, is_estimate: false }, because: 'lapsed' },
      { ...short, spent: { input: 3, output: 4, usd: null, is_estimate: false }, because: 'lapsed' },
      { ...short, spent: null, because: 'lapsed' },
      { ...segment, started: null, spent: { input: 9, output: 9, usd: 9, is_estimate: false } },
    ];
    const turn = { feed, space_id: id, asked_by: circle.ada.id, segments: JSON.stringify(segments) };
    const ended = {
      is_open: false,
      state: 'done' as const,
      epoch: 4,
      base: 0,
      text: '',
      ran: 0,
      excluded: '{}',
    };
    for (let at = 1; at <= 1_000; at += 1) {
      const asked = { turn_id: newId(), question_id: newId(), reads_until: 1, asked_at: at };
      await db
        .insertInto('space_turns')
        .values({ ...turn, ...ended, ...asked })
        .execute();
    }
    const { members } = (await ada.costs(id)).body;
    expect(members).toHaveLength(2);
    expect(members).toContainEqual({
      ...{ user_id: circle.ada.id, asked: 1_000, answered: 0 },
      paid: { usd: 0, tokens: 0, is_bound: false, is_incomplete: false },
    });
    expect(members).toContainEqual({
      ...{ user_id: circle.ben.id, asked: 0, answered: 4_000 },
      paid: { usd: 9_500, tokens: 7_000, is_bound: false, is_incomplete: true },
    });
    const usual = await cpuOf(() => ada.read(id));
    // It took 20 to 300 ms more, by the length of the receipts.
    expect(await cpuOf(() => ada.costs(id))).toBeLessThan(usual + 50);
  });
});
