import type { Kysely } from 'kysely';
import { folded } from '../folded.ts';
import type { Migration } from './migration.ts';

interface Then {
  users: {
    user_id: string;
    first_name: string | null;
    last_name: string | null;
    full_name_folded: string | null;
  };
}

const batch = 500;

/** Full names as they are compared, with an index: whoever names someone in a room of thousands read all of them. */
export const foldedNames: Migration = {
  name: '0021-folded-names',
  async up(trx, { text }) {
    const db = trx as Kysely<Then>;
    await db.schema.alterTable('users').addColumn('full_name_folded', text).execute();
    for (let after = ''; ; ) {
      const people = await db
        .selectFrom('users')
        .select(['user_id', 'first_name', 'last_name'])
        .where('user_id', '>', after)
        .where((row) => row.or([row('first_name', 'is not', null), row('last_name', 'is not', null)]))
        .orderBy('user_id')
        .limit(batch)
        .execute();
      for (const { user_id, first_name, last_name } of people) {
        const full_name_folded = folded([first_name, last_name].filter(Boolean).join(' ')) || null;
        await db.updateTable('users').set({ full_name_folded }).where('user_id', '=', user_id).execute();
      }
      after = people.at(-1)?.user_id ?? after;
      if (people.length < batch) break;
    }
    await db.schema
      .createIndex('users_full_name_folded')
      .on('users')
      .columns(['full_name_folded', 'user_id'])
      .execute();
  },
};
