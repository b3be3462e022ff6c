import { accessEntry, readAccessToken, storeEntry } from '../../api/access-token.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

/**
 * Whose drafts this page shows and stores; null: a visitor's. That a sign-in expires changes nothing on an open page: as
 * long as it shows the conversations of an account, what is typed there is that account's.
 */
export function draftAccount(storage: Pick<SafeStorage, 'read'>): () => string | null {
  let account: string | null = null;
  return () => {
    const signedIn = readAccessToken(storage.read(accessEntry))?.owner || null;
    if (signedIn !== null || storage.read(storeEntry) !== account) account = signedIn;
    return account;
  };
}
