import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Queries about accounts that are being deleted, on the database or in a transaction. */
export function deletionStore(db: Queries) {
  return {
    /** Leaves an account without a name, which cannot be found or signed in to. */
    async anonymize(userId: string, at: number): Promise<void> {
      await db
        .updateTable('users')
        .set({
          auth_provider_id: null,
          // No real username or address looks like that.
          username: userId,
          username_canonical: userId,
          email: userId,
          email_canonical: userId,
          email_verified: false,
          hashed_password: '',
          first_name: null,
          last_name: null,
          bio: null,
          tagline: null,
          location: null,
          birth_date: null,
          phone_number: null,
          phone_number_verified: false,
          profile_picture_url: null,
          cover_picture_url: null,
          previous_usernames: '[]',
          privacy_public_profile: false,
          privacy_allow_search: false,
          privacy_allow_invites: false,
          user_standing: 'suspended',
          standing_updated_at: at,
          updated_at: at,
        })
        .where('user_id', '=', userId)
        .execute();
    },

    /** Removes the account, and everything that refers to it with ON DELETE CASCADE. */
    async remove(userId: string): Promise<void> {
      await db.deleteFrom('users').where('user_id', '=', userId).execute();
    },

    /** A name that is reserved for longer stays so. */
    async retire(hashes: readonly string[], freeAt: number): Promise<void> {
      await db
        .insertInto('retired_names')
        .values(hashes.map((name_hash) => ({ name_hash, free_at: freeAt })))
        .onConflict((conflict) =>
          conflict
            .column('name_hash')
            .doUpdateSet({ free_at: freeAt })
            .where('retired_names.free_at', '<', freeAt),
        )
        .execute();
    },

    async release(hash: string): Promise<void> {
      await db.deleteFrom('retired_names').where('name_hash', '=', hash).execute();
    },

    async isRetired(hashes: readonly string[], now: number): Promise<boolean> {
      const found = await db
        .selectFrom('retired_names')
        .select('name_hash')
        .where('name_hash', 'in', hashes)
        .where('free_at', '>', now)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async sweep(now: number): Promise<void> {
      await db.deleteFrom('retired_names').where('free_at', '<=', now).execute();
    },

    /** Every version of the waiver that the person accepted, oldest first. */
    waivers(userId: string): Promise<Selectable<Tables['waivers']>[]> {
      return db
        .selectFrom('waivers')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('accepted_at')
        .execute();
    },
  };
}
