import type { StampedFields } from '@polylogue/sync';
import { type Live, live } from '../../../lib/state/live.ts';

/** A folder, a prompt, instructions: what is stored beside conversations and messages, with the changes made here. */
export interface StoredFields {
  /** One that this version does not know is from a newer one. */
  kind: string;
  record_id: string;
  fields: StampedFields;
}

/** Those that are not deleted; null until they have been read. */
type RecordList = readonly StoredFields[] | null;

/** The records of this browser's user. What stores them writes it, and every page reads it. */
export const records: Live<RecordList, RecordList> = live<RecordList, RecordList>(null, shared);

/** Whether they have been read, and are all that there are: a new browser has to fetch those of its account. */
export const isRecordListWhole: Live<boolean, boolean> = live<boolean, boolean>(false, (_, now) => now);

/** What is the same stays the same object, and so does an unchanged list. */
function shared(before: RecordList, next: RecordList): RecordList {
  if (!before || !next) return next;
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const all = next.map((one) => {
    const old = known.get(keyOf(one));
    return old && JSON.stringify(old.fields) === JSON.stringify(one.fields) ? old : one;
  });
  return all.length === before.length && all.every((one, at) => one === before[at]) ? before : all;
}

const keyOf = ({ kind, record_id }: StoredFields) => `${kind} ${record_id}`;
