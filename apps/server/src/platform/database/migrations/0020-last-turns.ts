import type { Migration } from './migration.ts';

/** The last turns of a space are read at every offer; without an index all of them were, with their texts. */
export const lastTurns: Migration = {
  name: '0020-last-turns',
  up: ({ schema }) =>
    schema.createIndex('space_turns_asked_at').on('space_turns').columns(['feed', 'asked_at']).execute(),
};
