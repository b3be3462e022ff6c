import type { PushedRecord, RecordChange } from '@polylogue/contract';
import { cappedFields, mergeFields, onlyDeletes, syncLimits } from '@polylogue/sync';
import { conversationPolicy, sizeOf, type TextLimits } from './policy.ts';
import { type AccountRecord, accountRecordKey } from './record-store.ts';
import { fieldsJson, parsedFields, storableFields } from './rows.ts';

/** The records that a push may change, by `accountRecordKey`, and how many the account has. */
export interface OpenRecords {
  rows: ReadonlyMap<string, AccountRecord>;
  count: number;
}

interface Account {
  feed: number;
  /** Bytes used; grows with what is stored. */
  counts: { bytes: number };
  limits: TextLimits;
  now: number;
}

/** Applies changes of records to what was read, one by one; `seq`: of the push. */
export function applyingRecords(open: OpenRecords, account: Account, seq: number) {
  const { feed, counts, limits, now } = account;
  const rows = new Map(open.rows);
  const changed = new Map<string, AccountRecord>();
  let count = open.count;

  function change({ kind, record_id, fields }: RecordChange): PushedRecord {
    const key = accountRecordKey({ kind, record_id });
    const known = rows.get(key);
    const before = known ? parsedFields(known.fields) : {};
    const json = fieldsJson(mergeFields(before, cappedFields(storableFields(fields), now)));
    const outcome = { kind, record_id, seq: known?.seq ?? 0 };
    if (json === known?.fields) return outcome;
    const bytes = sizeOf.record(json);
    const more = bytes - (known?.bytes ?? 0);
    if (bytes > syncLimits.recordBytes) return { ...outcome, refused: 'too-large' };
    // A person who has used up the text quota can still delete.
    const isFree = known && onlyDeletes(fields);
    const hasRoom = isFree || conversationPolicy.mayStore(counts, more, limits);
    if (!hasRoom || (!known && count >= limits.records)) return { ...outcome, refused: 'quota-used' };
    if (!known) count += 1;
    counts.bytes += more;
    const row = { feed, kind, record_id, seq, bytes, fields: json };
    rows.set(key, row);
    changed.set(key, row);
    return { ...outcome, seq };
  }

  return { change, changed: () => [...changed.values()] };
}
