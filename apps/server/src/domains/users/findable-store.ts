import { type Insertable, sql } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { afterPrefix } from '../../platform/database/folded.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type NameField = 'username' | 'first_name' | 'last_name' | 'full_name';

/** Where a list of people by name continues: after this one. */
export interface SearchCursor {
  name: string;
  username: string;
}

/** Who can be found by which names; `isVerified`: only people with a verified email address. */
export function findableStore(db: Queries) {
  const people = (isVerified: boolean) =>
    db
      .selectFrom('findable_people')
      .$if(isVerified, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('users')
              .select('users.user_id')
              .whereRef('users.user_id', '=', 'findable_people.user_id')
              .where('users.email_verified', '=', true),
          ),
        ),
      );

  return {
    async put(names: Insertable<Tables['findable_people']>): Promise<void> {
      const { user_id, ...rest } = names;
      await db
        .insertInto('findable_people')
        .values(names)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
        .execute();
    },

    async remove(userId: string): Promise<void> {
      await db.deleteFrom('findable_people').where('user_id', '=', userId).execute();
    },

    /** By the beginning of a name, sorted by that name, then by username: an exact match comes first. */
    async byName(
      field: NameField,
      prefix: string,
      limit: number,
      isVerified: boolean,
      after?: SearchCursor,
    ): Promise<(SearchCursor & { user_id: string })[]> {
      const rows = await people(isVerified)
        .select(['user_id', `${field} as name`, 'username'])
        .where(field, '>=', after?.name ?? prefix)
        .where(field, '<', afterPrefix(prefix))
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(${sql.ref(field)}, username) > (${after?.name}, ${after?.username})`),
        )
        .orderBy(field)
        .orderBy('username')
        .limit(limit)
        .execute();
      return rows as (SearchCursor & { user_id: string })[];
    },

    /** No one is found by an unverified address. */
    async byEmail(canonical: string): Promise<string | undefined> {
      const found = await db
        .selectFrom('users')
        .innerJoin('findable_people', 'findable_people.user_id', 'users.user_id')
        .select('users.user_id')
        .where('users.email_canonical', '=', canonical)
        .where('users.email_verified', '=', true)
        .executeTakeFirst();
      return found?.user_id;
    },

    async byId(userId: string, isVerified: boolean): Promise<string | undefined> {
      const found = await people(isVerified)
        .select('user_id')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return found?.user_id;
    },
  };
}
