import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import { authStore } from './domains/auth/store.ts';
import { userStore } from './domains/users/store.ts';
import { databases, freshDatabase } from './testing/databases.ts';

test.skipIf(!databases.includes('postgres'))(
  'whatever table a remembered row is read from, its changes are told',
  async () => {
    const { db } = await freshDatabase('postgres');
    const read = new Set<string>();
    const noting: KyselyPlugin = {
      transformQuery({ node }) {
        JSON.stringify(node, (_, part) => {
          if (part?.kind === 'TableNode') read.add(part.table.identifier.name);
          return part;
        });
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await userStore(db.withPlugin(noting)).whole('', '');
    await authStore(db.withPlugin(noting)).state('');
    expect([...read].sort()).toEqual(['sign_ins', 'users', 'waivers']);

    const { rows } = await sql<{ told: string }>`
      select event_object_table || ' ' || event_manipulation as told from information_schema.triggers
      where trigger_schema = current_schema()`.execute(db);
    const told = rows.map((row) => row.told);
    for (const table of read) {
      for (const event of ['UPDATE', 'DELETE']) expect(told).toContain(`${table} ${event}`);
    }
    // That it was not there is remembered of a waiver alone, as a part of its person.
    expect(told).toContain('waivers INSERT');
  },
);
