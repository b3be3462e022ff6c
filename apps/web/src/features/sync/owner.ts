import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

/** Names the account whose conversations this browser shows; read by the first script of a page. */
const storeEntry = 'polylogue.store';
/** Its value when nobody is signed in. */
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
 * in another tab, which clears all entries, does. `returned` is called when the same account is signed in again.
 */
export function watchOwner(
  storage: Pick<SafeStorage, 'read' | 'write' | 'listen'>,
  changed: (owner: string | null) => void,
  returned: () => void,
): Owner {
  const signedIn = () => readAccessToken(storage.read(accessEntry))?.owner || null;
  let owner = signedIn();
  let hasToken = owner !== null;

  function note() {
    if (storage.read(storeEntry) !== (owner ?? guest)) storage.write(storeEntry, owner ?? guest);
  }

  function become(next: string | null) {
    owner = next;
    note();
    changed(owner);
  }

  function look(entry: string | null) {
    const account = signedIn();
    const isBack = account !== null && !hasToken;
    hasToken = account !== null;
    if (account !== null) {
      if (account !== owner) return become(account);
      note();
      return isBack ? returned() : undefined;
    }
    const isCleared = entry === null || storage.read(storeEntry) === null;
    if (isCleared && owner !== null) become(null);
  }

  note();
  storage.listen((entry) => {
    if (entry === null || entry === accessEntry) look(entry);
  });
  // A page in the back/forward cache is not told about other tabs.
  addEventListener('pageshow', ({ persisted }) => persisted && look(accessEntry));

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
