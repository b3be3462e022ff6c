import type { Migration } from './migration.ts';

/** For the notifications of a deleted space, and for old ones. */
export const notificationIndexes: Migration = {
  name: '0031-notification-indexes',
  async up({ schema }) {
    for (const column of ['space_id', 'created_at']) {
      await schema.createIndex(`notifications_${column}`).on('notifications').column(column).execute();
    }
  },
};
