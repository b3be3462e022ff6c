import type { Migration } from './migration.ts';

/** The newest notification of a space that a person has seen there: this one and older ones are no longer new. */
export const seenSpaces: Migration = {
  name: '0018-seen-spaces',
  async up({ schema }, { instant }) {
    await schema.alterTable('space_members').addColumn('seen_at', instant).execute();
  },
};
