import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';

describe.each(databases)('the database on %s', (dialect) => {
  test('what is written is read, with the types it was written in', async () => {
    const { db } = await freshDatabase(dialect);
    const row = {
      kid: 'ä',
      private_jwk: '{}',
      public_jwk: '[]',
      created_at: 1_790_000_000_000,
      retired_at: null,
    };
    expect(await db.insertInto('signing_keys').values(row).returningAll().execute()).toEqual([row]);
    expect(await db.selectFrom('signing_keys').selectAll().execute()).toEqual([row]);
  });
});
