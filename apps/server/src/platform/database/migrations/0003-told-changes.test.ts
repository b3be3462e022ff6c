import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databases, freshPlace } from '../../../testing/databases.ts';
import { openDatabase } from '../database.ts';
import { channel } from './0003-told-changes.ts';

// Only the previous version's nodes rely on it: the triggers can go one release after the last that does.
test.skipIf(!databases.includes('postgres'))(
  'a node of the previous version hears of every change to a person or a sign-in',
  async () => {
    const place = await freshPlace('postgres');
    const database = await openDatabase(place);
    onTestFinished(() => database.close());
    const { db } = database;
    const notified: string[] = [];
    const client = new pg.Client(place.url);
    onTestFinished(() => client.end());
    await client.connect();
    client.on('notification', ({ payload = '' }) => notified.push(payload));
    await client.query(`listen ${channel}`);
    const after = async (change: { execute(): Promise<unknown> }) => {
      notified.length = 0;
      await change.execute();
      await client.query('select 1');
      return notified.toSorted();
    };

    const user = {
      auth_provider: 'password',
      email_verified: true,
      hashed_password: '',
      phone_number_verified: false,
      previous_usernames: '[]',
      privacy_public_profile: true,
      privacy_allow_search: true,
      privacy_allow_invites: true,
      user_standing: 'good',
      created_at: 1,
      updated_at: 1,
    } as const;
    const named = (name: string) => ({
      ...user,
      user_id: name,
      username: name,
      username_canonical: name,
      email: name,
      email_canonical: name,
    });
    await db.insertInto('users').values(named('ada')).execute();
    const signIn = { user_id: 'ada', created_at: 1, last_used_at: 1, expires_at: 2, device: '', address: '' };
    for (const id of ['living', 'ended']) {
      const row = { ...signIn, sign_in_id: id, refresh_hash: id, generation: 0, is_successor_used: false };
      await db
        .insertInto('sign_ins')
        .values({ ...row, ended_at: id === 'ended' ? 1 : null })
        .execute();
    }

    const ofAda = ['sign_ins living', 'users ada'];
    const waiver = { user_id: 'ada', version: '1', accepted_at: 1 };
    expect(await after(db.insertInto('waivers').values(waiver))).toEqual(ofAda);
    expect(await after(db.updateTable('waivers').set({ accepted_at: 2 }))).toEqual(ofAda);
    expect(await after(db.deleteFrom('waivers'))).toEqual(ofAda);
    expect(await after(db.updateTable('users').set({ tagline: 'x' }))).toEqual(ofAda);
    const next = db.updateTable('sign_ins').set({ generation: 1 }).where('sign_in_id', '=', 'living');
    expect(await after(next)).toEqual(['sign_ins living']);
    expect(await after(db.deleteFrom('users'))).toEqual(['sign_ins ended', 'sign_ins living', 'users ada']);
    // Many changes at once are sent as one word.
    const crowd = Array.from({ length: 101 }, (_, number) => named(`person ${number}`));
    await db.insertInto('users').values(crowd).execute();
    expect(await after(db.updateTable('users').set({ tagline: 'all' }))).toEqual(['sign_ins', 'users']);
  },
);
