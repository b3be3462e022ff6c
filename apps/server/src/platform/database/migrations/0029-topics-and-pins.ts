import type { Migration } from './migration.ts';

/** Pinned messages, and what belongs to a question besides its words. */
export const topicsAndPins: Migration = {
  name: '0029-topics-and-pins',
  async up({ schema }, { text, flag }) {
    const list = { table: 'spaces', column: 'pins' };
    for (const { table, column } of [list, { table: 'space_turns', column: 'left_out' }]) {
      await schema
        .alterTable(table)
        .addColumn(column, text, (made) => made.notNull().defaultTo('[]'))
        .execute();
    }
    await schema
      .alterTable('space_turns')
      .addColumn('is_automatic', flag, (made) => made.notNull().defaultTo(false))
      .execute();
  },
};
