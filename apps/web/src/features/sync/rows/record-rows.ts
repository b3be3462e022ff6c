import type { PushedRecord, RecordChange, RecordKind, StoredRecord } from '@polylogue/contract';
import { cutValues, mergeFields, type StampedFields, syncLimits } from '@polylogue/sync';
import type { StoredFields } from '../../record/list/index.ts';

// Folders, prompts, instructions: what an account has beside conversations and messages.

/** The server's last version of a record, and the changes it has not acknowledged yet. */
export interface RecordRow {
  /** One that this version does not know is from a newer one. */
  kind: string;
  record_id: string;
  synced: StoredRecord | null;
  pending: StampedFields;
  /** Incremented with each change made here, so that the answer to an older push does not clear a newer change. */
  revision: number;
  /** When the oldest unacknowledged change was made; absent if there is none. */
  pending_since?: number;
  refused?: 'too-large' | 'quota-used' | 'bad-input';
}

export type RecordKey = Pick<RecordRow, 'kind' | 'record_id'>;

/** Kind and id as one text. */
export const keyOfRecord = ({ kind, record_id }: RecordKey): string => `${kind} ${record_id}`;

export const fieldsOfRecord = ({ synced, pending }: RecordRow): StampedFields =>
  mergeFields((synced?.fields ?? {}) as StampedFields, pending);

export const shownRecord = (row: RecordRow): StoredFields => ({
  kind: row.kind,
  record_id: row.record_id,
  fields: fieldsOfRecord(row),
});

/** With changes made here; without a row, a new record. */
export function changeRecord(
  row: RecordRow | undefined,
  { kind, record_id }: RecordKey,
  fields: StampedFields,
  at: number,
): RecordRow {
  const { refused, ...rest } = row ?? { kind, record_id, synced: null, pending: {}, revision: 0 };
  return {
    ...rest,
    pending: mergeFields(rest.pending, fields),
    revision: rest.revision + 1,
    pending_since: refused ? at : (rest.pending_since ?? at),
  };
}

/** A record of which the server has another version. */
export function pulledRecord(row: RecordRow | undefined, synced: StoredRecord): RecordRow {
  const { kind, record_id } = synced;
  const base = row ?? { kind, record_id, synced: null, pending: {}, revision: 0 };
  return base.synced && base.synced.seq > synced.seq ? base : { ...base, synced };
}

/** What is sent of it, without what is more than the server accepts. */
export function recordChange({ kind, record_id, pending }: RecordRow): RecordChange {
  const fields = Object.entries(pending).map(([name, [value, at]]) => [
    name,
    [cutValues(value, syncLimits.recordValues / 2), at],
  ]);
  return { kind: kind as RecordKind, record_id, fields: Object.fromEntries(fields) } as RecordChange;
}

/** After the server answered a push that was made from `sent`. */
export function acknowledgedRecord(
  row: RecordRow,
  sent: RecordRow,
  { seq, refused }: Pick<PushedRecord, 'seq' | 'refused'>,
): RecordRow {
  if (row.revision !== sent.revision) return row;
  if (refused) return refusedRecord(row, refused);
  const { pending_since, refused: _, ...rest } = row;
  const { kind, record_id } = row;
  // Another device may have written in between: that comes with the next pull.
  const synced = {
    ...row.synced,
    kind,
    record_id,
    seq,
    fields: fieldsOfRecord(row) as StoredRecord['fields'],
  };
  return { ...rest, synced, pending: {} };
}

/** Goes last in the queue, until it changes or is tried again. */
export const refusedRecord = (row: RecordRow, refused: NonNullable<RecordRow['refused']>): RecordRow => ({
  ...row,
  refused,
  pending_since: Number.MAX_SAFE_INTEGER,
});

export function recordWithoutRefusal({ refused, ...row }: RecordRow, at: number): RecordRow {
  return refused ? { ...row, pending_since: at } : row;
}

/** The server's database was replaced by an older one: all of it is to be sent again. */
export const recordAgain = (row: RecordRow, at: number): RecordRow => ({
  ...changeRecord(row, row, fieldsOfRecord(row), at),
  synced: null,
});
