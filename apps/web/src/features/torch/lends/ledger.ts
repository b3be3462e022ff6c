import { emptyLedger, type Ledger, ledgerOf } from '@polylogue/sync/turns';
import { type IDBPDatabase, openDB } from 'idb';

/** What a lender's browser remembers of costs. Missing or unreadable, nothing may be lent. */
export interface LedgerStore {
  /** Null: missing or unreadable. */
  read(): Promise<Ledger | null>;
  /** Creates an empty one, unless there is one that can be read. */
  ensure(): Promise<void>;
  /** Stores the result of `change`; false, with nothing stored, if that is null or there is no ledger. */
  change(change: (ledger: Ledger) => Ledger | null): Promise<boolean>;
}

const store = 'ledger';

/** Calls reject if the browser cannot store anything. All tabs of a browser share it: a change is one transaction. */
export function openLedger(account: string): LedgerStore {
  let opened: Promise<IDBPDatabase> | null = null;

  /** Opened anew once it was closed: another tab may have signed out, and in again. */
  function database(): Promise<IDBPDatabase> {
    opened ??= open();
    return opened;
  }

  function open(): Promise<IDBPDatabase> {
    // Some browsers that forbid it throw synchronously.
    const opening = Promise.resolve().then(() =>
      openDB(`polylogue.torch.${account}`, 1, {
        upgrade: (db) => void db.createObjectStore(store),
        blocking(_old, _new, event) {
          (event.target as unknown as IDBDatabase).close();
          forget();
        },
        terminated: forget,
      }),
    );
    opening.catch(forget);
    return opening;

    function forget() {
      if (opened === opening) opened = null;
    }
  }

  return {
    async read() {
      return ledgerOf(await (await database()).get(store, 'all'));
    },
    async ensure() {
      const write = (await database()).transaction(store, 'readwrite');
      if (ledgerOf(await write.store.get('all')) === null) await write.store.put(emptyLedger, 'all');
      await write.done;
    },
    async change(change) {
      const write = (await database()).transaction(store, 'readwrite', { durability: 'strict' });
      const ledger = ledgerOf(await write.store.get('all'));
      const next = ledger && change(ledger);
      if (next) await write.store.put(next, 'all');
      await write.done;
      return next !== null;
    },
  };
}
