/** The database of one account, or the one used without an account. */
export const databaseName = (account: string | null) => `polylogue.store.${account ?? 'guest'}`;
