import type { Migration } from './migration.ts';

/** Who may open a socket: each ticket once, within seconds. */
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
    // By whom they go when an account does.
    await schema.createIndex('live_tickets_user_id').on('live_tickets').column('user_id').execute();
  },
};
