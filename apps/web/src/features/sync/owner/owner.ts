import { accessEntry, readAccessToken, storeEntry } from '../../../api/access-token.ts';
import type { SafeStorage } from '../../../lib/state/storage.ts';

/** The value of the entry while signed out. */
const guest = 'guest';

export interface Owner {
  /** The account; null: the conversations are stored in this browser without one. */
  read(): string | null;
  /** Whether this owner's stored data may be opened: not after it was erased with a sign-in. */
  mayOpen(owner: string | null): boolean;
  /** This account's stored data is being erased. */
  release(account: string): void;
}

/**
 * Whose conversations this document shows. An expired sign-in changes nothing until the page is reopened; signing out
 * in another tab, which clears all entries, does. `onReturned` is called when the same account is signed in again.
 */
export function watchOwner(
  storage: Pick<SafeStorage, 'read' | 'write' | 'listen'>,
  onChanged: (owner: string | null) => void,
  onReturned: () => void,
): Owner {
  const signedIn = () => readAccessToken(storage.read(accessEntry))?.owner || null;
  let owner = signedIn();
  let hasToken = owner !== null;

  function storeOwner() {
    if (storage.read(storeEntry) !== (owner ?? guest)) storage.write(storeEntry, owner ?? guest);
  }

  function change(next: string | null) {
    owner = next;
    storeOwner();
    onChanged(owner);
  }

  function check(entry: string | null) {
    const account = signedIn();
    const isBack = account !== null && !hasToken;
    hasToken = account !== null;
    if (account !== null) {
      if (account !== owner) return change(account);
      storeOwner();
      return isBack ? onReturned() : undefined;
    }
    const isCleared = entry === null || storage.read(storeEntry) === null;
    if (isCleared && owner !== null) change(null);
  }

  storeOwner();
  storage.listen((entry) => {
    if (entry === null || entry === accessEntry) check(entry);
  });
  // A page in the back/forward cache gets no events from other tabs.
  addEventListener('pageshow', ({ persisted }) => persisted && check(accessEntry));

  return {
    read: () => owner,
    mayOpen(of) {
      const account = signedIn();
      return account !== null ? account === of : storage.read(storeEntry) === (of ?? guest);
    },
    release(account) {
      // A page that is still open continues in memory.
      if (signedIn() !== account && storage.read(storeEntry) === account) storage.write(storeEntry, guest);
    },
  };
}
