import { describe, expect, test } from 'vitest';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { friendService, relations } from '../friends/service.ts';
import { userService } from '../users/service.ts';
import { reportService } from './service.ts';

/** A server, its people, and its personal data sources. */
async function startWithSources<Name extends string>(
  dialect: Parameters<typeof startWithCircle>[0],
  names: readonly Name[],
) {
  const circle = await startWithCircle(dialect, names);
  const database = await circle.database();
  const { now } = circle;
  const users = userService({ database, relations: relations(database.db), waiver: '2025-02-02', now });
  const friends = friendService({
    requestsChanged: () => {},
    blocksChanged: () => {},
    database,
    users,
    origin: () => 'https://chat.example.com',
    now,
  });
  const reports = reportService({
    database,
    users,
    blocks: friends.blocks,
    inSpace: async () => ({ userId: '' }),
    now,
  });
  return { ...circle, friends: friends.personalData, reports: reports.personalData };
}

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('a person’s copy contains what they see themselves, and of others who they are', async () => {
    const { ada, ben, eve, joe, amy, befriend, friends, reports, now } = await startWithSources(dialect, [
      'ada',
      'ben',
      'eve',
      'joe',
      'amy',
    ]);
    await befriend(ada, ben);
    await ben.become({ bio: 'Of ben alone' });
    const { code } = await ada.link();
    await ada.ask(eve, (await eve.link()).code);
    await amy.ask(ada, code);
    await ada.block(joe);
    const words = { reason: 'spam', details: 'Too many pills' };
    await ada.call('POST', '/report', { reported_user_id: eve.id, ...words });
    await ben.call('POST', '/report', { reported_user_id: ada.id, reason: 'other' });
    const at = new Date(now()).toISOString();
    const who = ({ id, username }: typeof ada) => ({ user_id: id, username });
    expect(await friends.collect(ada.id)).toEqual({
      friends: [{ ...who(ben), since: at }],
      'friend-requests': {
        received: [{ ...who(amy), created_at: at }],
        sent: [{ ...who(eve), created_at: at }],
      },
      'friend-link': { code, url: `https://chat.example.com/befriend?code=${code}` },
      blocked: [{ ...who(joe), blocked_at: at }],
    });
    expect(await reports.collect(ada.id)).toEqual({
      reports: [{ reported: 'eve', ...words, created_at: at }],
    });
  });

  test('making a person’s copy does not create a friend link', async () => {
    const { ada, friends, db } = await startWithSources(dialect, ['ada']);
    expect(await friends.collect(ada.id)).not.toHaveProperty('friend-link');
    expect(await db.selectFrom('friend_links').selectAll().execute()).toEqual([]);
  });

  test('a person who leaves leaves nothing of themselves behind, and leaving can be repeated', async () => {
    const { ada, ben, eve, joe, befriend, friends, reports, db } = await startWithSources(dialect, [
      'ada',
      'ben',
      'eve',
      'joe',
    ]);
    await befriend(ada, ben);
    await befriend(ben, eve);
    await ada.link();
    await ada.ask(eve, (await eve.link()).code);
    await ada.block(joe);
    await joe.block(ada);
    await ada.become({ first_name: 'canary-of-ada', privacy_public_profile: true });
    await ada.call('POST', '/report', { reported_user_id: ben.id, reason: 'spam', details: 'canary-of-ada' });
    await ben.call('POST', '/report', { reported_user_id: ada.id, reason: 'spam' });
    for (let time = 0; time < 2; time++) {
      await friends.forget(ada.id);
      await reports.forget(ada.id);
    }
    const left = [
      await db.selectFrom('friendships').selectAll().execute(),
      await db.selectFrom('friend_requests').selectAll().execute(),
      await db.selectFrom('blocks').selectAll().execute(),
      await db.selectFrom('friend_links').selectAll().execute(),
      await db.selectFrom('reports').selectAll().execute(),
    ];
    expect(left.map((rows) => rows.length)).toEqual([1, 0, 0, 2, 1]);
    expect(JSON.stringify(left)).not.toMatch(new RegExp(`${ada.id}|canary-of-ada`));
    // The report about ben stays, without its author.
    expect(left[4]).toMatchObject([{ reported_id: ben.id, reporter_id: null, details: null }]);
  });
});
