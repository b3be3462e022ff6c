import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Signing keys, on the database or in a transaction. */
export function keyStore(db: Queries) {
  return {
    /** Newest first. */
    all(): Promise<Selectable<Tables['signing_keys']>[]> {
      return db.selectFrom('signing_keys').selectAll().orderBy('created_at', 'desc').orderBy('kid').execute();
    },

    async add(row: Omit<Selectable<Tables['signing_keys']>, 'retired_at'>): Promise<void> {
      await db.insertInto('signing_keys').values(row).execute();
    },

    async retireExcept(kid: string, at: number): Promise<void> {
      await db
        .updateTable('signing_keys')
        .set({ retired_at: at })
        .where('kid', '!=', kid)
        .where('retired_at', 'is', null)
        .execute();
    },

    /** Removes those that were retired before then. */
    async sweep(before: number): Promise<void> {
      await db.deleteFrom('signing_keys').where('retired_at', '<', before).execute();
    },
  };
}
