import type { Migration } from './migration.ts';

/** Links that say who made them. Those from before do not: their makers have not been asked. */
export const namedLinks: Migration = {
  name: '0030-named-links',
  async up({ schema }, { flag }) {
    await schema
      .alterTable('space_invitations')
      .addColumn('shows_maker', flag, (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
