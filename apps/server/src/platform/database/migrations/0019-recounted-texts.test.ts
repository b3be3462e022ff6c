import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace } from '../../../testing/databases.ts';
import { userRow } from '../../../testing/user-row.ts';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './all.ts';

describe.each(databases)('on %s', (dialect) => {
  test('what people wrote in spaces is counted anew: posts and answers, not notices', async () => {
    const database = await openDatabase(await freshPlace(dialect, { bare: true }));
    onTestFinished(() => database.close());
    const { db } = database;
    const before = migrations.findIndex(({ name }) => name === '0019-recounted-texts');
    await migrate(database, migrations.slice(0, before));
    const row = {
      feed: 1,
      seq: 1,
      created_at: 1,
      body: '',
      reply_to: null,
      mentions: '[]',
      files: '[]',
      is_off_record: false,
      edited_at: null,
      first_body: null,
      first_edited_at: null,
      deleted_at: null,
      deleted_by: null,
      notice: null,
    };
    const people = Array.from({ length: 250 }, (_, at) => `p${at}`);
    const all = [...people, 'none'];
    await db.insertInto('users').values(all.map(userRow)).execute();
    await db
      .insertInto('space_messages')
      .values(
        people.flatMap((by_id, at) =>
          (['post', 'turn', 'notice'] as const).map((kind, which) => {
            const row_id = at * 3 + which;
            return { ...row, kind, by_id, row_id, message_id: `m${row_id}`, bytes: 100 + at };
          }),
        ),
      )
      .execute();
    await db
      .insertInto('space_texts')
      .values(all.map((user_id) => ({ user_id, bytes: -7 })))
      .execute();

    await migrate(database);
    const found = await db.selectFrom('space_texts').selectAll().execute();
    expect(new Map(found.map(({ user_id, bytes }) => [user_id, bytes]))).toEqual(
      new Map([...people.map((id, at) => [id, 2 * (100 + at)] as const), ['none', 0]]),
    );
  });
});
