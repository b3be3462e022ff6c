import type { Migration } from './migration.ts';

/** The names by which people can be found, and former names reserved for those who gave them up. */
export const search: Migration = {
  name: '0007-search',
  async up({ schema }, { text, instant }) {
    await schema
      .createTable('findable_people')
      .addColumn('user_id', text, (column) =>
        column.primaryKey().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('username', text, (column) => column.notNull())
      .addColumn('first_name', text)
      .addColumn('last_name', text)
      .addColumn('full_name', text)
      .execute();
    const people = (name: string) => schema.createIndex(`findable_people_${name}`).on('findable_people');
    await people('username').column('username').execute();
    // In the order of the results: the first twenty rows read are the answer, even out of a hundred thousand.
    await people('first_name').columns(['first_name', 'username']).execute();
    await people('last_name').columns(['last_name', 'username']).execute();
    await people('full_name').columns(['full_name', 'username']).execute();

    await schema
      .createTable('former_usernames')
      .addColumn('username_canonical', text, (column) => column.notNull().primaryKey())
      .addColumn('user_id', text, (column) =>
        column.notNull().references('users.user_id').onDelete('cascade'),
      )
      .addColumn('given_up_at', instant, (column) => column.notNull())
      .execute();
    await schema.createIndex('former_usernames_user_id').on('former_usernames').column('user_id').execute();
  },
};
