import type { Migration } from './migration.ts';

/** Why a copy of a person's data failed. */
export const copies: Migration = {
  name: '0009-copies',
  up: ({ schema }, { text }) => schema.alterTable('exports').addColumn('failure', text).execute(),
};
