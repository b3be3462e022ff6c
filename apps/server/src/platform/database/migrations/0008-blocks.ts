import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** How somebody was called and looked when they were blocked: who blocked them learns nothing of them since. */
export const blocks: Migration = {
  name: '0008-blocks',
  async up(trx, { text }) {
    // Null: blocked by a version that did not keep them.
    await trx.schema.alterTable('blocks').addColumn('username', text).execute();
    await trx.schema.alterTable('blocks').addColumn('profile_picture_url', text).execute();
    await sql`update blocks set
      username = (select username from users where users.user_id = blocks.blocked_id),
      profile_picture_url = (select profile_picture_url from users where users.user_id = blocks.blocked_id)`.execute(
      trx,
    );
  },
};
