import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** A person's name and picture at the time of the block: the blocker learns nothing newer about them. */
export const blocks: Migration = {
  name: '0008-blocks',
  async up(trx, { text }) {
    // Null: blocked by a version that did not store them.
    await trx.schema.alterTable('blocks').addColumn('username', text).execute();
    await trx.schema.alterTable('blocks').addColumn('profile_picture_url', text).execute();
    await sql`update blocks set
      username = (select username from users where users.user_id = blocks.blocked_id),
      profile_picture_url = (select profile_picture_url from users where users.user_id = blocks.blocked_id)`.execute(
      trx,
    );
  },
};
