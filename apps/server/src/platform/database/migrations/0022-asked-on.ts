import type { Migration } from './migration.ts';

/** In which browser a question was asked, as long as it waits for its answer: no other is asked in its place. */
export const askedOn: Migration = {
  name: '0022-asked-on',
  up: ({ schema }, { text }) => schema.alterTable('space_turns').addColumn('asked_on', text).execute(),
};
