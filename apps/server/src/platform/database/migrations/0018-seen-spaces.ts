import type { Migration } from './migration.ts';

/** When a person last had a space open, which ends their notifications of what is seen there. */
export const seenSpaces: Migration = {
  name: '0018-seen-spaces',
  async up({ schema }, { instant }) {
    await schema.alterTable('space_members').addColumn('seen_at', instant).execute();
  },
};
