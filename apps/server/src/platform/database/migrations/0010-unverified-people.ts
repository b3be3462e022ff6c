import type { Kysely } from 'kysely';
import { folded } from '../folded.ts';
import type { Migration } from './migration.ts';

interface Then {
  users: {
    user_id: string;
    username: string;
    first_name: string | null;
    last_name: string | null;
    email_verified: boolean;
    privacy_public_profile: boolean;
    privacy_allow_search: boolean;
    user_standing: string;
  };
  findable_people: {
    user_id: string;
    username: string;
    first_name: string | null;
    last_name: string | null;
    full_name: string | null;
  };
}

type Named = Pick<
  Then['users'],
  'user_id' | 'username' | 'first_name' | 'last_name' | 'privacy_public_profile'
>;

const batch = 500;

/**
 * Everyone who allows it can be found, verified or not; each search decides whether to require a verified address.
 * Before, only verified people were listed.
 */
export const unverifiedPeople: Migration = {
  name: '0010-unverified-people',
  async up(trx) {
    const db = trx as Kysely<Then>;
    for (let after = ''; ; ) {
      const people = await db
        .selectFrom('users')
        .select(['user_id', 'username', 'first_name', 'last_name', 'privacy_public_profile'])
        .where('user_id', '>', after)
        .where('privacy_allow_search', '=', true)
        .where('email_verified', '=', false)
        .where('user_standing', '!=', 'suspended')
        .orderBy('user_id')
        .limit(batch)
        .execute();
      if (people.length === 0) return;
      await db
        .insertInto('findable_people')
        .values(people.map(named))
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute();
      after = people.at(-1)?.user_id ?? after;
    }
  },
};

function named(person: Named) {
  const [first, last] = person.privacy_public_profile ? [person.first_name, person.last_name] : [];
  const name = (...parts: (string | null | undefined)[]) => folded(parts.filter(Boolean).join(' ')) || null;
  return {
    user_id: person.user_id,
    username: folded(person.username),
    first_name: name(first),
    last_name: name(last),
    full_name: name(first, last),
  };
}
