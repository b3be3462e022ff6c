import type { Migration } from './migration.ts';

/** Who wants to be told when a question to the AI of a space waits for a key. */
export const wishes: Migration = {
  name: '0028-wishes',
  async up({ schema }, { flag }) {
    await schema
      .alterTable('space_members')
      .addColumn('tells_waiting', flag, (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
