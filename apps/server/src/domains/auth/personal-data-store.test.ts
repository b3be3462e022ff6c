import { describe, expect, test } from 'vitest';
import { pages } from '../../platform/batches/pages.ts';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { personRow } from '../../testing/person-row.ts';
import { personalDataStore } from './personal-data-store.ts';

/** More than any database accepts values in one statement. */
const many = 33_000;

describe.each(databases)('what is stored about sign-ins on %s', (dialect) => {
  test('an account can be deleted however often its person has signed in', async () => {
    const { db } = await freshDatabase(dialect);
    await db.insertInto('users').values(personRow('ada')).execute();
    const signIns = Array.from({ length: many }, (_, at) => ({
      sign_in_id: `sign-in ${at}`,
      user_id: 'ada',
      created_at: 0,
      last_used_at: at,
      expires_at: 1,
      device: 'Firefox on Linux',
      address: '192.0.2.7',
      generation: 0,
      refresh_hash: `hash ${at}`,
      is_successor_used: false,
    }));
    for (const some of pages(signIns, 2_000))
      await db
        .insertInto('sign_ins')
        .values([...some])
        .execute();

    await personalDataStore(db).forget('ada', 'ada@example.com', 5);

    const { count } = db.fn;
    const left = await db.selectFrom('sign_ins').select(count('user_id').as('rows')).executeTakeFirst();
    expect(Number(left?.rows)).toBe(0);
    const ended = await db
      .selectFrom('deleted_sign_ins')
      .select(count('deleted_at').as('rows'))
      .executeTakeFirst();
    expect(Number(ended?.rows)).toBe(many);
  }, 60_000);
});
