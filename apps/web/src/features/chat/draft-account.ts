import { accessEntry, readAccessToken, storeEntry } from '../../api/access-token.ts';
import { storage } from '../../lib/state/storage.ts';

let account: string | null = null;

/**
 * Whose drafts this page shows and stores; null: a visitor's. That a sign-in expires changes nothing on an open page: as
 * long as it shows the conversations of an account, what is typed there is that account's.
 */
export function draftAccount(): string | null {
  const signedIn = readAccessToken(storage.read(accessEntry))?.owner || null;
  if (signedIn !== null || storage.read(storeEntry) !== account) account = signedIn;
  return account;
}
