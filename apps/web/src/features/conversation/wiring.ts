import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { storage } from '../../lib/state/storage.ts';

// The only file in this folder that uses real dependencies.

/** The code that stores conversations; no page waits for it. */
export const sync = lazy(() => import('../sync/index.ts'));

/** Whether the user is not signed in: then the conversations are in this browser only. */
export const isGuest = (): boolean => readAccessToken(storage.read(accessEntry)) === null;

/** Whether the listed conversations are in this browser only: signed in or not, an open page keeps its account's. */
export function isStoredHereOnly(): boolean {
  const owner = sync.loaded()?.storeOwner();
  return owner === undefined ? isGuest() : owner === null;
}
