import { readRecord } from '../rows/readable.ts';
import { keyOfRecord, type RecordRow } from '../rows/record-rows.ts';
import type { Transaction } from './storage.ts';

/**
 * How the entries of records begin. They are in `meta`: with a store of their own the database would have another
 * version, which a tab of an earlier page could not open; what it then stores in memory only would be lost.
 */
const pendingEntry = 'pending-record ';
const settledEntry = 'record ';

/** The store `meta` of a database. */
interface Entries {
  get(key: string): Promise<unknown>;
  getAll(range: IDBKeyRange): Promise<unknown[]>;
  put(value: unknown, key: string): Promise<unknown>;
  delete(key: string): Promise<void>;
}

/** The records in a transaction. */
export function recordMethods(
  meta: Entries,
): Pick<Transaction, 'record' | 'records' | 'pendingRecords' | 'putRecord'> {
  async function beginningWith(entry: string): Promise<RecordRow[]> {
    const values = await meta.getAll(IDBKeyRange.bound(entry, `${entry}\uffff`));
    return values.flatMap((value) => readRecord(value) ?? []);
  }

  return {
    async record(kind, record_id) {
      const key = keyOfRecord({ kind, record_id });
      const row = (await meta.get(pendingEntry + key)) ?? (await meta.get(settledEntry + key));
      return readRecord(row) ?? undefined;
    },
    records: async () => [...(await beginningWith(pendingEntry)), ...(await beginningWith(settledEntry))],
    async pendingRecords(limit) {
      const rows = await beginningWith(pendingEntry);
      return rows.sort((one, other) => (one.pending_since ?? 0) - (other.pending_since ?? 0)).slice(0, limit);
    },
    async putRecord(row) {
      const isPending = row.pending_since !== undefined;
      const key = keyOfRecord(row);
      await meta.delete((isPending ? settledEntry : pendingEntry) + key);
      await meta.put(row, (isPending ? pendingEntry : settledEntry) + key);
    },
  };
}
