import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import type { SafeStorage } from '../../lib/state/storage.ts';

/** Names the account whose conversations this browser shows; the first script of a page reads it. */
const storeEntry = 'polylogue.store';
/** What it says where nobody is signed in. */
const guest = 'guest';

export interface Owner {
  /** The account; null: these conversations are kept in this browser without one. */
  read(): string | null;
  /** Whether what is stored of this owner may be opened: not after it was erased with a sign-in. */
  mayOpen(owner: string | null): boolean;
  /** What is stored of this account is being erased. */
  release(account: string): void;
}

/**
 * Whose conversations this document shows. A sign-in that has ended by itself changes nothing until the page is opened
 * anew; signing out in another tab, which clears all entries, does. `returned`: a sign-in of the same account is there
 * again.
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
  // A page that the browser has kept frozen heard of no other tab.
  addEventListener('pageshow', ({ persisted }) => persisted && look(accessEntry));

  return {
    read: () => owner,
    mayOpen(of) {
      const account = signedIn();
      return account !== null ? account === of : storage.read(storeEntry) === (of ?? guest);
    },
    release(account) {
      // A page that goes on does so in memory.
      if (signedIn() !== account && storage.read(storeEntry) === account) storage.write(storeEntry, guest);
    },
  };
}
