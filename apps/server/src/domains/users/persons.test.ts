import { type Friendship, Person, type Standing } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { personStore } from './person-store.ts';
import { persons } from './persons.ts';
import { type Relations, strangers } from './relations.ts';
import { type NewUser, userStore } from './store.ts';

const profile = {
  first_name: 'Ben',
  last_name: 'Bell',
  bio: 'Of bells',
  tagline: 'Ding',
  location: 'London',
  profile_picture_url: '/images/p/public',
  cover_picture_url: '/images/c/public',
};
const secrets = { birth_date: '1990-01-02', phone_number: '+442079460000' };

const account = (username: string): NewUser => ({
  user_id: username,
  username,
  username_canonical: username,
  email: `${username}@example.com`,
  email_canonical: `${username}@example.com`,
  hashed_password: '$argon2id$not-one',
  created_at: 1,
});

interface Case {
  stands: Friendship | 'blocked' | 'suspended' | 'unknown';
  isPublic: boolean;
  allowsInvites: boolean;
  asking: Standing;
}

const all = <Value>(...values: Value[]) => values;
const cases: Case[] = all(
  'self',
  'friend',
  'incoming',
  'outgoing',
  'stranger',
  'blocked',
  'suspended',
  'unknown',
).flatMap((stands) =>
  all(true, false).flatMap((isPublic) =>
    all(true, false).flatMap((allowsInvites) =>
      all('good', 'limited').map((asking) => ({ stands, isPublic, allowsInvites, asking }) as Case),
    ),
  ),
);

/** The table from the design, written a second time: what a person in this relation may see and do. */
function expected({ stands, isPublic, allowsInvites, asking }: Case) {
  if (stands === 'blocked' || stands === 'suspended' || stands === 'unknown') return undefined;
  const near = stands === 'self' || stands === 'friend';
  const named = near || isPublic;
  const welcome = allowsInvites && asking === 'good';
  const self = stands === 'self';
  return {
    user_id: self ? 'ada' : 'ben',
    username: self ? 'ada' : 'ben',
    friendship: stands,
    profile_picture_url: profile.profile_picture_url,
    cover_picture_url: named ? profile.cover_picture_url : null,
    first_name: named ? profile.first_name : null,
    last_name: named ? profile.last_name : null,
    bio: named ? profile.bio : null,
    tagline: named ? profile.tagline : null,
    location: near ? profile.location : null,
    can: {
      befriend: stands === 'incoming' || (stands === 'stranger' && welcome),
      invite: stands === 'friend' || (!self && welcome),
      unfriend: stands === 'friend',
      block: !self,
      report: !self,
    },
  };
}

describe.each(databases)('on %s', (dialect) => {
  test('people see what they may see, and may do what they may do [USER-13]', async () => {
    const { db } = await freshDatabase(dialect);
    const store = userStore(db);
    await store.add(account('ada'));
    await store.add(account('ben'));
    for (const one of cases) {
      const { stands, isPublic, allowsInvites, asking } = one;
      await db
        .updateTable('users')
        .set({
          ...profile,
          ...secrets,
          privacy_public_profile: isPublic,
          privacy_allow_invites: allowsInvites,
          user_standing: stands === 'suspended' ? 'suspended' : 'good',
        })
        .execute();
      await db.updateTable('users').set({ user_standing: asking }).where('user_id', '=', 'ada').execute();
      const relations: Relations = {
        ...strangers,
        friendships: async () => new Map(stands in friendly ? [['ben', stands as 'friend']] : []),
        blockedEitherWay: async () => new Set(stands === 'blocked' ? ['ben'] : []),
      };
      const { personsSeenBy, person } = persons(personStore(db), relations);
      const userId = { self: 'ada', unknown: 'nobody' }[stands as string] ?? 'ben';
      const seen = await personsSeenBy('ada', [userId]);
      expect({ one, seen: seen.get(userId) }).toEqual({ one, seen: expected(one) });
      if (seen.has(userId)) {
        expect(Person.strict().parse(await person('ada', userId))).toEqual(expected(one));
      } else {
        expect(await refusalOf(person('ada', userId))).toEqual(unknown);
      }
    }
  });

  test('blocked, suspended and unknown people, and invalid ids, cost the same queries', async () => {
    const { db } = await freshDatabase(dialect);
    const store = userStore(db);
    for (const name of ['ada', 'ben', 'cat']) await store.add(account(name));
    await store.setStanding('cat', 'suspended', 1);
    const queries: string[] = [];
    const recording =
      <Answer>(what: string, answer: Answer) =>
      async (_: string, to: readonly string[]) => {
        queries.push(`${what} of ${to.length}`);
        return answer;
      };
    const { person } = persons(
      {
        persons: (ids) => {
          queries.push(`${ids.length} rows`);
          return personStore(db).persons(ids);
        },
      },
      {
        friendships: recording('friends', new Map()),
        blockedEitherWay: recording('blocks', new Set(['ben'])),
      },
    );
    for (const id of ['ben', 'cat', 'nobody', '', '\0', "' or 1=1 --", 'é'.repeat(200)]) {
      queries.length = 0;
      expect(await refusalOf(person('ada', id))).toEqual(unknown);
      expect(queries).toEqual(['2 rows', 'friends of 1', 'blocks of 1']);
    }
  });

  test('thousands are read in a few queries', async () => {
    const { db } = await freshDatabase(dialect);
    const store = userStore(db);
    const names = Array.from({ length: 1_200 }, (_, at) => `n${at}`);
    for (const name of names.slice(0, 60)) await store.add(account(name));
    const { personsSeenBy } = persons(personStore(db), {
      friendships: async () => new Map(),
      blockedEitherWay: async () => new Set(),
    });
    expect([...(await personsSeenBy('n0', names)).keys()].sort()).toEqual(names.slice(0, 60).sort());
    expect(await personsSeenBy('n0', [])).toEqual(new Map());
  });
});

const friendly = { friend: 1, incoming: 1, outgoing: 1 };
const unknown = { refusal: 'not-found', status: 404, message: 'User not found', headers: {} };

async function refusalOf(call: Promise<unknown>) {
  const { refusal, status, message, headers } = await call.then(
    () => expect.fail('was answered'),
    (error) => error,
  );
  return { refusal, status, message, headers };
}
