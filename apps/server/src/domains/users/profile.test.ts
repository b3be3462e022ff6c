import { type Me, ProfileChange } from '@polylogue/contract';
import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { userFixture } from './testing.ts';

const day = 24 * 60 * 60 * 1000;
const whole = {
  first_name: ' Ada ',
  last_name: 'Lovelace',
  tagline: 'First',
  bio: 'Of engines\r\nand numbers',
  location: 'London',
  birth_date: '1915-12-10',
  phone_number: '+44 (20) 7946-0000',
  privacy_settings: { public_profile: true, allow_search: true, allow_invites: true },
};

const refused = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('was accepted'),
    ({ refusal, message }) => `${refusal}: ${message}`,
  );
const taken = 'taken: This username is taken.';

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('every field of a profile can be set, and removed again [USER-15]', async () => {
    const { users, add, now, advance } = await userFixture(dialect);
    const ada = await add('ada');
    const before = await users.me(ada);
    advance(1000);
    const updated = await users.updateMe(ada, ProfileChange.parse(whole));
    expect(updated).toEqual({
      ...before,
      ...whole,
      birth_date: '1915-12-10',
      first_name: 'Ada',
      bio: 'Of engines\nand numbers',
      phone_number: '+442079460000',
      updated_at: new Date(now()).toISOString(),
    } satisfies Me);
    expect(await users.me(ada)).toEqual(updated);

    const nothing = { first_name: '', last_name: null, bio: ' ', birth_date: null, phone_number: null };
    expect(await users.updateMe(ada, ProfileChange.parse(nothing))).toEqual({
      ...updated,
      first_name: null,
      last_name: null,
      bio: null,
      birth_date: null,
      phone_number: null,
    });
  });

  test('omitted fields stay, even if another request changes them at the same moment', async () => {
    const { users, add } = await userFixture(dialect);
    const ada = await add('ada');
    const changes: ProfileChange[] = [
      { first_name: 'Ada' },
      { last_name: 'Lovelace' },
      { bio: 'Of engines' },
      { username: 'ada.l' },
      { privacy_settings: { public_profile: true } },
      { privacy_settings: { allow_search: true } },
      { privacy_settings: { allow_invites: true } },
      { phone_number: '+442079460000' },
    ];
    await Promise.all(changes.map((change) => users.updateMe(ada, ProfileChange.parse(change))));
    expect(await users.me(ada)).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      bio: 'Of engines',
      username: 'ada.l',
      previous_usernames: ['ada'],
      phone_number: '+442079460000',
      privacy_settings: { public_profile: true, allow_search: true, allow_invites: true },
    });
  });

  test('setting the same value again changes nothing, not even the time of the change [USER-10]', async () => {
    const { users, add, advance } = await userFixture(dialect);
    const ada = await add('ada');
    const updated = await users.updateMe(ada, ProfileChange.parse(whole));
    advance(1000);
    expect(await users.updateMe(ada, ProfileChange.parse({ ...whole, username: 'ada' }))).toEqual(updated);
    expect(await users.updateMe(ada, {})).toEqual(updated);
  });

  test('a changed phone number is no longer verified [USER-15]', async () => {
    const { users, add, database } = await userFixture(dialect);
    const ada = await add('ada');
    const call = (phone_number: string) => users.updateMe(ada, ProfileChange.parse({ phone_number }));
    await call('+442079460000');
    await database.db.updateTable('users').set({ phone_number_verified: true }).execute();
    expect(await call('+44 20 79460000')).toMatchObject({ phone_number_verified: true });
    expect(await call('+442079460001')).toMatchObject({ phone_number_verified: false });
  });

  test('a date of birth cannot be in the future, in any time zone [USER-15]', async () => {
    const { users, add, now } = await userFixture(dialect);
    const ada = await add('ada');
    const born = (at: number) => users.updateMe(ada, { birth_date: new Date(at).toISOString().slice(0, 10) });
    await born(now());
    expect(await refused(born(now() + 2 * day))).toBe(
      'bad-input: Please enter a date that is not in the future.',
    );
  });

  test('a picture must have been uploaded by its owner for this purpose [USER-15]', async () => {
    const owned = new Set(['ada profile /p', 'ada cover /c']);
    const isOwn = async (userId: string, url: string, purpose: string) =>
      owned.has(`${userId.slice(3)} ${purpose} ${url}`);
    const { users, add } = await userFixture(dialect, { pictures: { isOwn } });
    const ada = await add('ada');
    const pictures = { profile_picture_url: '/p', cover_picture_url: '/c' };
    expect(await users.updateMe(ada, pictures)).toMatchObject(pictures);
    for (const change of [
      { profile_picture_url: '/c' },
      { cover_picture_url: '/p' },
      { first_name: 'Eve', profile_picture_url: 'https://evil.example/pixel.png' },
      { profile_picture_url: '' },
    ]) {
      expect(await refused(users.updateMe(ada, change))).toBe('bad-input: Upload this picture here first.');
    }
    owned.clear();
    expect(await users.updateMe(ada, pictures)).toMatchObject({ ...pictures, first_name: null });
    expect(await users.updateMe(ada, { profile_picture_url: null })).toMatchObject({
      profile_picture_url: null,
      cover_picture_url: '/c',
    });
  });

  describe('a username', () => {
    test('that is given up stays reserved for its former owner for 90 days [USER-03]', async () => {
      const { users, add, advance } = await userFixture(dialect);
      const [ada, ben] = [await add('ada'), await add('ben')];
      const call = (userId: string, username: string) => users.updateMe(userId, { username });
      expect(await call(ada, 'countess')).toMatchObject({
        username: 'countess',
        previous_usernames: ['ada'],
      });
      expect(await refused(call(ben, 'ada'))).toBe(taken);
      expect(await refused(add('ada', 'eve'))).toContain('username_canonical');
      expect(await users.isTaken('ada', 'new@example.com')).toBe(true);

      expect(await call(ada, 'ada')).toMatchObject({ username: 'ada', previous_usernames: ['countess'] });
      await call(ada, 'augusta');
      advance(90 * day - 1);
      expect(await refused(call(ben, 'ada'))).toBe(taken);
      advance(1);
      expect(await call(ben, 'ada')).toMatchObject({ username: 'ada', previous_usernames: ['ben'] });
      expect(await users.me(ada)).toMatchObject({
        username: 'augusta',
        previous_usernames: ['countess', 'ada'],
      });
      // Now the new owner can return to it.
      await call(ben, 'benjamin');
      expect(await refused(call(ada, 'ada'))).toBe(taken);
      expect(await call(ben, 'ada')).toMatchObject({ previous_usernames: ['ben', 'benjamin'] });
    });

    test('that belongs to an account, is reserved, or belonged to a deleted account, is taken', async () => {
      const { users, add, database } = await userFixture(dialect);
      const [ada, ben] = [await add('ada'), await add('ben')];
      for (const username of ['ben', 'admin', 'ad.min', 'polylogue']) {
        expect(await refused(users.updateMe(ada, { username }))).toBe(taken);
      }
      const names = await users.deletion.hashes('ben', 'ben@example.com');
      await database.transaction((trx) => users.deletion.anonymize(ben, names, trx));
      expect(await refused(users.updateMe(ada, { username: 'ben' }))).toBe(taken);
      expect(await users.me(ada)).toMatchObject({ username: 'ada', previous_usernames: [] });
    });

    test('that belonged to two deleted accounts stays taken for 90 days after the later one', async () => {
      const { users, add, advance, database } = await userFixture(dialect);
      const [ada, ben, eve] = [await add('ada'), await add('ben'), await add('eve')];
      const remove = async (userId: string, ...names: string[]) => {
        const hashes = await users.deletion.hashes(...names);
        await database.transaction((trx) => users.deletion.anonymize(userId, hashes, trx));
      };
      await users.updateMe(ada, { username: 'augusta' });
      advance(90 * day);
      await users.updateMe(ben, { username: 'ada' });
      await remove(ben, 'ada', 'ben@example.com');
      advance(day);
      await remove(ada, 'augusta', 'ada@example.com');
      expect(await refused(users.updateMe(eve, { username: 'ada' }))).toBe(taken);
      advance(89 * day);
      expect(await users.updateMe(eve, { username: 'ada' })).toMatchObject({ username: 'ada' });
    });

    test('that twenty people want at the same moment goes to one of them', async () => {
      const { users, add } = await userFixture(dialect);
      const people = await Promise.all(Array.from({ length: 20 }, (_, at) => add(`n${at}`)));
      const wanted = await Promise.allSettled(
        people.map((userId) => users.updateMe(userId, { username: 'countess' })),
      );
      const lost = wanted.filter((one) => one.status === 'rejected').map(({ reason }) => reason.refusal);
      expect(lost).toEqual(Array.from({ length: 19 }, () => 'taken'));
      const names = await Promise.all(people.map(async (userId) => (await users.me(userId)).username));
      expect(names.filter((name) => name === 'countess')).toHaveLength(1);
    });

    test('that is being given up cannot be taken meanwhile', async () => {
      const { users, add } = await userFixture(dialect);
      for (let round = 0; round < 10; round += 1) {
        const [ada, ben] = [await add(`ada${round}`), await add(`ben${round}`)];
        const results = await Promise.allSettled([
          users.updateMe(ada, { username: `countess${round}` }),
          users.updateMe(ben, { username: `ada${round}` }),
        ]);
        expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
      }
    });

    test('can be changed often, but not to keep many names from others', async () => {
      const { users, add, advance } = await userFixture(dialect);
      const ada = await add('n0');
      for (let at = 1; at <= 10; at += 1) {
        await users.updateMe(ada, { username: `n${at}` });
        advance(day);
      }
      const once = users.updateMe(ada, { username: 'n11' });
      expect(await refused(once)).toMatch(
        /^too-many: 10 usernames that you gave up are still reserved for you/,
      );
      expect(await users.updateMe(ada, { username: 'n3' })).toMatchObject({ username: 'n3' });
      advance(90 * day);
      await users.updateMe(ada, { username: 'n11' });
    });
  });
});
