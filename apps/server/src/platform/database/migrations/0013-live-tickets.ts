import type { Migration } from './migration.ts';

/** Permission to open a socket: each ticket works once, within seconds. */
export const liveTickets: Migration = {
  name: '0013-live-tickets',
  async up({ schema }, { text, instant }) {
    await schema
      .createTable('live_tickets')
      .addColumn('ticket_hash', text, (column) => column.primaryKey())
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('sign_in_id', text, (column) => column.notNull())
      .addColumn('expires_at', instant, (column) => column.notNull())
      .execute();
    // Deleting an account finds its tickets through this index.
    await schema.createIndex('live_tickets_user_id').on('live_tickets').column('user_id').execute();
  },
};
