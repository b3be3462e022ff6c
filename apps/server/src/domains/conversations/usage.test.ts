import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { startWithPeople } from '../../testing/people.ts';
import { browser, usage } from './testing.ts';

const today = (now: number) => Math.floor(now / 86_400_000);

const nothing = {
  ...{ cached: 0, fee_usd_micros: 0, unpriced: 0, unknown_fees: 0, estimates: 0 },
  ...{ searches: 0, pictures: 0, seconds: 0 },
};

describe.each(databases)('usage on %s', (dialect) => {
  async function start() {
    const server = await startWithPeople(dialect);
    const { access_token } = await server.signUp();
    return { ...server, ada: browser(server, access_token) };
  }

  test('is added up by day and model, and by conversation [COST-31]', async () => {
    const { ada, now } = await start();
    const [conversation_id, other, space] = [newId(), newId(), newId()];
    const at = now();
    const records = [
      { ...usage(newId(), at), conversation_id },
      { ...usage(newId(), at), conversation_id, usd_micros: null, is_estimate: true },
      {
        ...usage(newId(), at),
        conversation_id,
        purpose: 'title' as const,
        input: 1,
        output: 1,
        usd_micros: 1,
      },
      { ...usage(newId(), at), conversation_id: space, purpose: 'turn' as const, model: 'gpt-6-luna' },
      {
        ...{ ...usage(newId(), at - 86_400_000), conversation_id: other },
        ...{ fee_usd_micros: 10_000, searches: 1, pictures: 2, seconds: 3 },
      },
      { ...usage(newId(), at - 86_400_000), conversation_id: other, fee_usd_micros: null },
      { ...usage(newId(), at - 40 * 86_400_000), conversation_id },
    ];
    expect(await ada.push({ usage: records })).toMatchObject({ status: 200, refused_usage: [] });

    const day = today(at);
    const { days, conversations } = await ada.usage(day - 1, day);
    const openai = { provider: 'openai', host: 'api.openai.com' };
    expect(days).toHaveLength(3);
    expect(days).toEqual(
      expect.arrayContaining([
        {
          ...{ ...nothing, ...openai, day, model: 'gpt-6', answers: 3, input: 21, output: 41, reasoning: 15 },
          ...{ usd_micros: 121, unpriced: 1, estimates: 1 },
        },
        {
          ...{ ...nothing, ...openai, day, model: 'gpt-6-luna', answers: 1, input: 10, output: 20 },
          ...{ reasoning: 5, usd_micros: 120 },
        },
        {
          ...{ ...nothing, ...openai, day: day - 1, model: 'gpt-6', answers: 2, input: 20, output: 40 },
          ...{ reasoning: 10, usd_micros: 240, fee_usd_micros: 10_000, unknown_fees: 1 },
          ...{ searches: 1, pictures: 2, seconds: 3 },
        },
      ]),
    );
    expect(
      conversations.map(({ conversation_id: id, is_space, usd_micros }) => ({ id, is_space, usd_micros })),
    ).toEqual([
      { id: other, is_space: false, usd_micros: 240 },
      { id: conversation_id, is_space: false, usd_micros: 121 },
      { id: space, is_space: true, usd_micros: 120 },
    ]);
  });

  test('leaves out the answers that a browser counts itself, and takes no list without end', async () => {
    const { ada, now } = await start();
    const ids = Array.from({ length: 101 }, () => newId());
    const [first, second] = ids;
    await ada.push({ usage: ids.slice(0, 3).map((id) => usage(id, now())) });
    const day = today(now());
    const answers = async (without: readonly unknown[]) =>
      (await ada.usage(day, day, `&without=${without}`)).days.map((one) => one.answers);
    expect(await answers([first])).toEqual([2]);
    expect(await answers([first, newId(), second])).toEqual([1]);
    expect(await answers(ids.slice(0, 100))).toEqual([]);
    for (const wrong of ['', 'x', ids.join()])
      expect(await ada.usage(day, day, `&without=${wrong}`)).toMatchObject({ status: 400 });
  });

  test('of another account stays its own, and an account without any has none', async () => {
    const server = await start();
    const { ada, now } = server;
    await ada.push({ usage: [usage(newId(), now())] });
    const { access_token } = await server.signUp('grace');
    const grace = browser(server, access_token);
    expect(await grace.usage(0, today(now()))).toMatchObject({ status: 200, days: [], conversations: [] });
  });

  test('that was recorded before there were fees counts as before [COST-30]', async () => {
    const { ada, database, now } = await start();
    await ada.push({ usage: [usage(newId(), now())] });
    const { db } = await database();
    const all = db.selectFrom('usage_records').selectAll();
    const { purpose, fee_usd_micros, searches, pictures, seconds, ...record } =
      await all.executeTakeFirstOrThrow();
    await db.deleteFrom('usage_records').execute();
    await db
      .insertInto('usage_records')
      .values(record as never)
      .execute();
    const { days } = await ada.usage(0, today(now()));
    expect(days).toMatchObject([{ ...nothing, answers: 1, usd_micros: 120 }]);
  });
});
