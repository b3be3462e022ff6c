import type { Standing } from '@polylogue/contract';
import type { Dialect } from '../../platform/database/dialect.ts';
import { freshDatabase } from '../../testing/databases.ts';
import { type Pictures, type Relations, strangers, userService } from './service.ts';

interface Traits {
  first_name?: string | null;
  last_name?: string | null;
  isPublic?: boolean;
  allowsSearch?: boolean;
  isVerified?: boolean;
  standing?: Standing;
}

/** People in a fresh database, with a clock that only the test moves. */
export async function userFixture(
  dialect: Dialect,
  {
    relations = strangers,
    ...more
  }: { relations?: Relations; pictures?: Pictures; sendsMail?: boolean } = {},
) {
  const database = await freshDatabase(dialect);
  let time = Date.UTC(2026, 10, 21, 12);
  const now = () => time;
  const users = userService({
    database,
    relations,
    ...more,
    waiver: '2026-01-01',
    now,
  });

  /** Adds a person; id and email address are derived from `who`. */
  async function add(username: string, who = username): Promise<string> {
    const user_id = `id-${who}`;
    const email = `${who}@example.com`;
    await database.transaction((trx) =>
      users.add(
        {
          user_id,
          username,
          username_canonical: username,
          email,
          email_canonical: email,
          hashed_password: '$argon2id$not-one',
          created_at: now(),
        },
        trx,
      ),
    );
    return user_id;
  }

  return {
    database,
    users,
    now,
    advance(ms: number) {
      time += ms;
    },
    add,

    /** Adds a person who can be found, unless the traits say otherwise. */
    async addFindable(username: string, traits: Traits = {}): Promise<string> {
      const { isPublic = true, allowsSearch = true, isVerified = true, standing = 'good', ...names } = traits;
      const userId = await add(username);
      await users.updateMe(userId, {
        ...names,
        privacy_settings: { public_profile: isPublic, allow_search: allowsSearch },
      });
      await database.transaction(async (trx) => {
        if (isVerified) await users.markVerified(userId, `${username}@example.com`, trx);
        await users.setStanding(userId, standing, trx);
      });
      return userId;
    },
  };
}
