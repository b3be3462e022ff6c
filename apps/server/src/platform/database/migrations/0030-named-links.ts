import type { Migration } from './migration.ts';

/** Links that say who made them, and members whose name those in the room see. Nobody from before has been asked. */
export const namedLinks: Migration = {
  name: '0030-named-links',
  async up({ schema }, { flag }) {
    await schema
      .alterTable('space_invitations')
      .addColumn('shows_maker', flag, (column) => column.notNull().defaultTo(false))
      .execute();
    await schema
      .alterTable('space_members')
      .addColumn('shows_name', flag, (column) => column.notNull().defaultTo(false))
      .execute();
  },
};
