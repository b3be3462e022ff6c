import { describe, expect, test } from 'vitest';
import { feedStore } from '../../../platform/feed/feeds.ts';
import { databases, freshDatabase } from '../../../testing/databases.ts';
import { notificationStore } from './notification-store.ts';
import { removeSomeOfSpace } from './remove-space.ts';

describe.each(databases)('removing a space from %s', (dialect) => {
  test('one step removes no more notifications than it may, even of one session that all were told of', async () => {
    const { db } = await freshDatabase(dialect);
    const feeds = feedStore(db);
    await feeds.create('space', 'garden');
    const space = await feeds.of('garden');
    if (!space) return expect.fail('There is no feed.');
    for (let number = 0; number < 30; number += 1) {
      await feeds.create('account', `person${number}`);
      const { feed = 0 } = (await feeds.of(`person${number}`)) ?? {};
      await notificationStore(db).add({
        feed,
        notification_id: 'session',
        kind: 'session',
        created_at: 1,
        space_id: 'garden',
        by_id: null,
        about_id: 'session',
        starts_at: 2,
      });
    }
    const left = async () => (await db.selectFrom('notifications').select('feed').execute()).length;
    const some = () => removeSomeOfSpace(db, { space_id: 'garden', feed: space.feed }, 20, 0);
    expect(await some()).toBe(true);
    expect(await left()).toBe(10);
    expect(await some()).toBe(true);
    expect(await left()).toBe(0);
    expect(await some()).toBe(false);
  });
});
