import { type Person, SearchField } from '@polylogue/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databases } from '../../testing/databases.ts';
import { findableNames } from './findable.ts';
import { type Relations, strangers } from './service.ts';
import { userStore } from './store.ts';
import { userFixture } from './testing.ts';

const usernames = (people: Person[]) => people.map(({ username }) => username);
const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('was answered'),
    ({ refusal, message, headers }) => ({ refusal, message, headers }),
  );

/** These are friends of the person who searches. */
const befriending = (friends: string[]): Relations => ({
  ...strangers,
  friends: async () => friends,
  friendships: async (_, to) =>
    new Map(to.filter((userId) => friends.includes(userId)).map((userId) => [userId, 'friend'])),
});

/** Blocks given in one direction, which hold in both. */
const blocking = (pairs: [string, string][]): Relations => ({
  ...strangers,
  blockedEitherWay: async (of, to) =>
    new Set(
      to.filter((other) => pairs.some(([a, b]) => (a === of && b === other) || (a === other && b === of))),
    ),
});

describe.each(databases)('searching on %s', (dialect) => {
  test('finds people by the beginnings of their names, however they are written [SEARCH-01]', async () => {
    const { users, addFindable, add } = await userFixture(dialect);
    const me = await add('me.myself');
    await addFindable('ada', { first_name: 'Ada', last_name: 'Lovelace' });
    await addFindable('adalbert', { first_name: 'Zoë', last_name: 'Ångström' });
    await addFindable('o.brien', { first_name: 'Łukasz', last_name: 'O’Brien' });
    await addFindable('li', { first_name: '白', last_name: '李' });
    await addFindable('mary', { first_name: 'Mary Ann' });
    const found = async (field: SearchField, text: string) =>
      usernames(await users.searchUsers(me, { [field]: text }));
    expect(await found('username', 'ada')).toEqual(['ada', 'adalbert']);
    expect(await found('username', ' Ada\tL ')).toEqual(['adalbert']);
    expect(await found('username', 'lbert')).toEqual([]);
    expect(await found('first_name', 'zoe')).toEqual(['adalbert']);
    expect(await found('first_name', 'LUK')).toEqual(['o.brien']);
    expect(await found('last_name', "o'b")).toEqual(['o.brien']);
    expect(await found('last_name', 'angström')).toEqual(['adalbert']);
    expect(await found('last_name', '李')).toEqual(['li']);
    expect(await found('full_name', 'ada  love')).toEqual(['ada']);
    expect(await found('full_name', 'Mary Ann')).toEqual(['mary']);
    expect(await found('full_name', 'lovelace ada')).toEqual([]);
    expect(await found('email', 'ADA@example.com')).toEqual(['ada']);
    expect(await found('email', 'ada@example.co')).toEqual([]);
    expect(await found('user_id', 'id-ada')).toEqual(['ada']);
    expect(await found('user_id', 'id-ad')).toEqual([]);
    expect(await users.searchUsers(me, { username: 'adal' })).toEqual([
      await users.person(me, 'id-adalbert'),
    ]);
  });

  test('requires exactly one field, and a long enough text [SEARCH-02]', async () => {
    const { users, add } = await userFixture(dialect);
    const me = await add('me.myself');
    const one = {
      refusal: 'bad-input',
      message: 'Search by exactly one of these: username, email, full_name, first_name, last_name, user_id.',
      headers: {},
    };
    expect(await refused(users.searchUsers(me, {}))).toEqual(one);
    expect(await refused(users.searchUsers(me, { username: 'ada', email: 'ada@example.com' }))).toEqual(one);
    for (const field of SearchField.options) {
      for (const text of ['', 'a', '  a  ', '%', '\0\0\0\0']) {
        expect(await refused(users.searchUsers(me, { [field]: text }))).toEqual({
          refusal: 'bad-input',
          message: 'Please enter at least 2 characters.',
          headers: {},
        });
      }
    }
  });

  test('finds names of two letters, and after those the names that begin with them [SEARCH-02]', async () => {
    const { users, addFindable, add } = await userFixture(dialect);
    const me = await add('me.myself');
    await addFindable('bo', { first_name: 'Ed', last_name: 'Ng' });
    await addFindable('bob', { first_name: 'Edda' });
    const found = async (field: SearchField, text: string) =>
      usernames(await users.searchUsers(me, { [field]: text }));
    expect(await found('username', 'Bo')).toEqual(['bo', 'bob']);
    expect(await found('first_name', 'ed')).toEqual(['bo', 'bob']);
    expect(await found('last_name', 'ng')).toEqual(['bo']);
  });

  test('treats the special characters of databases as text', async () => {
    const { users, addFindable, add } = await userFixture(dialect);
    const me = await add('me.myself');
    await addFindable('a_bc', { first_name: '100% Real' });
    await addFindable('axbc', { first_name: '1000 Reals' });
    const found = async (field: SearchField, text: string) =>
      usernames(await users.searchUsers(me, { [field]: text }));
    expect(await found('username', 'a_b')).toEqual(['a_bc']);
    expect(await found('first_name', '100%')).toEqual(['a_bc']);
    for (const text of [
      '%%%',
      '___',
      '\\\\\\',
      "' or 1=1 --",
      "'; drop table users; --",
      '*".*',
      'a\0bc',
      '\ud800abc',
    ]) {
      for (const field of SearchField.options) {
        expect(await found(field, text)).toEqual([]);
      }
    }
  });

  test.each([true, false])(
    'finds only people who allow it, and by no name that strangers cannot see; mails are sent: %s [SEARCH-03 CHECK-47]',
    async (sendsMail) => {
      const { users, addFindable, add, advance } = await userFixture(dialect, { sendsMail });
      const me = await add('me.myself');
      const yes = [true, false];
      const cases = yes.flatMap((isPublic) =>
        yes.flatMap((allowsSearch) =>
          yes.flatMap((isVerified) =>
            (['good', 'limited', 'suspended'] as const).map((standing) => ({
              isPublic,
              allowsSearch,
              isVerified,
              standing,
            })),
          ),
        ),
      );
      for (const [at, traits] of cases.entries()) {
        await addFindable(`sought${at}`, { ...traits, first_name: `First${at}x`, last_name: `Last${at}x` });
      }
      for (const [at, traits] of cases.entries()) {
        advance(60_000);
        const isOpen = traits.allowsSearch && traits.standing !== 'suspended';
        // Where no mail is sent, addresses cannot be verified, but an unverified one must not find anyone either.
        const isThere = isOpen && (traits.isVerified || !sendsMail);
        const expected: Record<SearchField, [string, boolean]> = {
          username: [`sought${at}`, isThere],
          email: [`sought${at}@example.com`, isOpen && traits.isVerified],
          user_id: [`id-sought${at}`, isThere],
          first_name: [`first${at}x`, isThere && traits.isPublic],
          last_name: [`last${at}x`, isThere && traits.isPublic],
          full_name: [`first${at}x last${at}x`, isThere && traits.isPublic],
        };
        for (const field of SearchField.options) {
          const [text, isFound] = expected[field];
          const found = usernames(await users.searchUsers(me, { [field]: text }));
          expect({ field, traits, isFound: found.includes(`sought${at}`) }).toEqual({
            field,
            traits,
            isFound,
          });
        }
      }
    },
    120_000,
  );

  test('finds friends whatever their settings, by what friends see, except by an unverified address [SEARCH-06]', async () => {
    const friends: string[] = [];
    const { users, addFindable, add, database } = await userFixture(dialect, {
      relations: befriending(friends),
    });
    const me = await add('me.myself');
    const hidden = { allowsSearch: false, isPublic: false, isVerified: false };
    const names = { first_name: 'Zoë', last_name: 'Ångström' };
    friends.push(await addFindable('zoe.a', { ...hidden, ...names }));
    friends.push(await addFindable('gone', { ...hidden, standing: 'suspended' }));
    const found = async (field: SearchField, text: string) =>
      usernames(await users.searchUsers(me, { [field]: text }));
    const every: [SearchField, string][] = [
      ['username', 'ZO'],
      ['first_name', 'zoe'],
      ['last_name', 'angst'],
      ['full_name', 'zoe ång'],
      ['user_id', 'id-zoe.a'],
    ];
    for (const [field, text] of every) {
      expect({ field, found: await found(field, text) }).toEqual({ field, found: ['zoe.a'] });
    }
    expect(await found('last_name', 'zoe')).toEqual([]);
    expect(await found('username', 'gone')).toEqual([]);
    expect(await found('email', 'zoe.a@example.com')).toEqual([]);
    await database.transaction((trx) => users.markVerified('id-zoe.a', 'zoe.a@example.com', trx));
    expect(await found('email', 'Zoe.A@example.com')).toEqual(['zoe.a']);
    friends.length = 0;
    for (const [field, text] of every) expect(await found(field, text)).toEqual([]);
    expect(await found('email', 'zoe.a@example.com')).toEqual([]);
  });

  test('lists friends before others, each once, and twenty in all [SEARCH-06]', async () => {
    const friends: string[] = [];
    const { users, addFindable, add } = await userFixture(dialect, { relations: befriending(friends) });
    const me = await add('me.myself');
    for (let at = 10; at < 40; at += 1) await addFindable(`anna${at}`);
    friends.push('id-anna38', await addFindable('anna99', { allowsSearch: false }), 'id-anna12');
    const found = usernames(await users.searchUsers(me, { username: 'anna' }));
    expect(found.slice(0, 5)).toEqual(['anna12', 'anna38', 'anna99', 'anna10', 'anna11']);
    expect(found).toHaveLength(20);
    expect(new Set(found).size).toBe(20);
  });

  test('hides blocked people from each other, and still lists twenty [SEARCH-04]', async () => {
    const pairs: [string, string][] = [];
    const { users, addFindable } = await userFixture(dialect, { relations: blocking(pairs) });
    const people = Array.from({ length: 130 }, (_, at) => `anna${String(at).padStart(3, '0')}`);
    for (const name of people) await addFindable(name);
    const found = async (of: string) => usernames(await users.searchUsers(`id-${of}`, { username: 'anna' }));
    expect(await found('anna129')).toEqual(people.slice(0, 20));
    pairs.push(['id-anna129', 'id-anna000'], ['id-anna001', 'id-anna129']);
    expect(await found('anna129')).toEqual(people.slice(2, 22));
    expect(await found('anna000')).toEqual(people.slice(0, 20));
    expect(await users.searchUsers('id-anna001', { username: 'anna129' })).toEqual([]);
    for (const name of people.slice(0, 100)) pairs.push(['id-anna129', `id-${name}`]);
    expect(await found('anna129')).toEqual(people.slice(100, 120));
  });

  test('lists exact matches first, then by name, always in the same order, and at most twenty', async () => {
    const { users, addFindable, add } = await userFixture(dialect);
    const me = await add('me.myself');
    const names: [string, string][] = [];
    for (let at = 0; at < 30; at += 1) {
      names.push([`u${(at * 7) % 30}`.padEnd(4, 'x'), at % 3 === 0 ? 'Ann' : at % 3 === 1 ? 'ANN' : 'Anna']);
    }
    for (const [username, first_name] of names) await addFindable(username, { first_name });
    const found = await users.searchUsers(me, { first_name: 'ann' });
    const anns = names.filter(([, first]) => first !== 'Anna').map(([username]) => username);
    expect(usernames(found)).toEqual(anns.sort());
    const more = usernames(await users.searchUsers(me, { first_name: 'anna' }));
    expect(more).toEqual(
      names
        .filter(([, first]) => first === 'Anna')
        .map(([username]) => username)
        .sort(),
    );
    expect(more).toHaveLength(10);
  });

  test('pages through people with the same name without leaving one out', async () => {
    const pairs: [string, string][] = [];
    const { users, addFindable } = await userFixture(dialect, { relations: blocking(pairs) });
    const people = Array.from({ length: 90 }, (_, at) => `u${String(at).padStart(3, '0')}`);
    for (const name of people) await addFindable(name, { first_name: 'Ann' });
    for (const name of people.slice(0, 70)) pairs.push(['id-u089', `id-${name}`]);
    const found = usernames(await users.searchUsers('id-u089', { first_name: 'ann' }));
    expect(found).toEqual(people.slice(70));
  });

  test('counts a text once a minute, in however many fields and capitals it is searched for [SEARCH-05 CHECK-47]', async () => {
    const { users, add, advance } = await userFixture(dialect);
    const [me, other] = [await add('me.myself'), await add('other')];
    for (let at = 0; at < 30; at += 1) {
      for (const field of ['username', 'first_name', 'last_name'] as const) {
        await users.searchUsers(me, { [field]: field === 'username' ? `text ${at}` : ` TEXT  ${at}` });
      }
    }
    const tooMany = { refusal: 'too-many', headers: { 'retry-after': '60' } };
    expect(await refused(users.searchUsers(me, { username: 'text 30' }))).toMatchObject(tooMany);
    expect(await users.searchUsers(me, { full_name: 'text 7' })).toEqual([]);
    expect(await users.searchUsers(other, { username: 'text 30' })).toEqual([]);
    advance(59_000);
    expect(await refused(users.searchUsers(me, { email: 'a@example.com' }))).toMatchObject({
      headers: { 'retry-after': '1' },
    });
    advance(1_000);
    expect(await users.searchUsers(me, { username: 'text 30' })).toEqual([]);
  });

  test('shows a person who pages through the alphabet no more than the quota [SEARCH-05 CHECK-47]', async () => {
    const { users, addFindable, add } = await userFixture(dialect);
    const me = await add('me.myself');
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const people = letters.flatMap((a) => ['a', 'b', 'c'].map((b) => `${a}${b}${a}`));
    for (const name of people) await addFindable(name);
    let answered = 0;
    const harvest = new Set<string>();
    for (const prefix of [...letters, ...letters.map((a) => `${a}a`), ...people]) {
      await users.searchUsers(me, { username: prefix }).then(
        (found) => {
          answered += 1;
          for (const { username } of found) harvest.add(username);
        },
        ({ refusal }) => expect(['bad-input', 'too-many']).toContain(refusal),
      );
    }
    expect(answered).toBe(30);
    expect(harvest.size).toBeLessThanOrEqual(30);
  });

  test('makes the same queries for no match, a hidden person and a person who blocks [CHECK-47]', async () => {
    const queries: string[] = [];
    const blocked = blocking([['id-blocker', 'id-me.myself']]);
    const relations: Relations = {
      friends: async () => {
        queries.push('friends');
        return [];
      },
      friendships: async (of, to) => {
        queries.push(`friends of ${to.length}`);
        return blocked.friendships(of, to) as never;
      },
      blockedEitherWay: async (of, to) => {
        queries.push(`blocks of ${to.length}`);
        return blocked.blockedEitherWay(of, to);
      },
    };
    const { users, addFindable, add } = await userFixture(dialect, { relations });
    const me = await add('me.myself');
    await addFindable('blocker');
    await addFindable('hidden', { allowsSearch: false });
    await addFindable('banned', { standing: 'suspended' });
    await addFindable('unverified', { isVerified: false });
    for (const [field, wrap] of [
      ['email', (name: string) => `${name}@example.com`],
      ['user_id', (name: string) => `id-${name}`],
      ['username', (name: string) => name],
    ] as const) {
      for (const name of ['nobody', 'blocker', 'hidden', 'banned', 'unverified']) {
        queries.length = 0;
        expect(await users.searchUsers(me, { [field]: wrap(name) })).toEqual([]);
        expect(queries).toEqual(['friends', 'friends of 1', 'blocks of 1']);
      }
    }
  });

  test('always knows who can be found by which name, whatever changes', async () => {
    const { users, add, database } = await userFixture(dialect);
    const people = [await add('ada'), await add('ben')];
    const names = ['Ada', 'Zoë', null];
    const profileChange = fc.record(
      {
        username: fc.constantFrom('ada', 'ben', 'cat', 'dan'),
        first_name: fc.constantFrom(...names),
        last_name: fc.constantFrom(...names),
        privacy_settings: fc.record(
          { public_profile: fc.boolean(), allow_search: fc.boolean() },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    type Act = (userId: string) => Promise<unknown>;
    const on = (work: (trx: typeof database.db) => Promise<unknown>) => database.transaction(work);
    const act: fc.Arbitrary<Act> = fc.oneof(
      profileChange.map((change) => (userId: string) => users.updateMe(userId, change)),
      fc
        .constantFrom('good', 'limited', 'suspended')
        .map((standing) => (userId: string) => on((trx) => users.setStanding(userId, standing, trx))),
      fc.constant((userId: string) =>
        on((trx) => users.markVerified(userId, `${userId.slice(3)}@example.com`, trx)),
      ),
      fc.constant((userId: string) =>
        on((trx) => users.setEmail(userId, `${userId}@b.example`, `${userId}@b.example`, trx)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...people), act), { minLength: 1, maxLength: 6 }),
        async (acts) => {
          await Promise.all(acts.map(([userId, act]) => act(userId).catch(mustBeRefusal)));
          const rows = await database.db
            .selectFrom('findable_people')
            .selectAll()
            .orderBy('user_id')
            .execute();
          const expected = (await userStore(database.db).page('', 10)).flatMap(
            (row) => findableNames(row) ?? [],
          );
          expect(rows).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
    const hashes = await users.deletion.hashes('ada');
    for (const userId of people)
      await database.transaction((trx) => users.deletion.anonymize(userId, hashes, trx));
    expect(await database.db.selectFrom('findable_people').selectAll().execute()).toEqual([]);
  });
});

function mustBeRefusal(error: { refusal?: string }) {
  expect(['taken', 'too-many', 'busy']).toContain(error.refusal);
}
