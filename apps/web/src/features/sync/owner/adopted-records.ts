import { fieldValue, isBlank, newId, type StampedFields } from '@polylogue/sync';
import { isSingle, singleValue } from '../rows/record-names.ts';
import { fieldsOfRecord, keyOfRecord, type RecordRow } from '../rows/record-rows.ts';
import type { RecordExport } from '../store/store-records.ts';

/**
 * What a guest has made as it is added to an account that has these records. What there is one of stays the account's,
 * whichever is later; instructions that it has no place for become a prompt. `areListed`: the account has no others.
 */
export function adoptedRecords(
  guest: RecordExport,
  own: readonly RecordRow[],
  areListed: boolean,
): RecordExport {
  const known = new Map(own.map((row) => [keyOfRecord(row), row]));
  const rows = guest.rows.flatMap((row): RecordRow[] => {
    const fields = fieldsOfRecord(row);
    // Nothing of the account is to be deleted.
    if (fieldValue(fields, 'deleted') === true) return [];
    if (!isSingle(row.kind)) return [row];
    const value = singleValue(row.kind, fields);
    if (!value) return [];
    const mine = known.get(keyOfRecord(row));
    const isSaid = mine && singleValue(row.kind, fieldsOfRecord(mine)) === value;
    const isText = typeof value === 'string' && !isBlank(value);
    const prompts = isText && !isSaid && (mine || !areListed) ? [promptOf(value)] : [];
    return mine ? prompts : [{ ...row, synced: null, pending: beforeAnyOther(fields) }, ...prompts];
  });
  return { rows, files: guest.files };
}

/** What the account has and this browser has not read yet counts for more. */
const beforeAnyOther = (fields: StampedFields): StampedFields =>
  Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, [value, 1]]));

const promptOf = (text: string): RecordRow => ({
  kind: 'prompt',
  record_id: newId(),
  synced: null,
  pending: { name: ['Instructions from before you signed in', 1], text: [text, 1], folder: [null, 1] },
  revision: 0,
});
