import { fieldValue, type Json, partName } from '@polylogue/sync';
import { fieldsOfRecord, type RecordRow } from '../rows/record-rows.ts';
import { type Refusable, type StoredPart, wasJustRefused } from './message-files.ts';
import type { Transaction } from './storage.ts';

/** The kind of records that have a content, which is stored under their id like the first file of a message. */
const kind = 'file';
const content = partName(0);

/** What a file belongs to: the place of a message, or a record. */
export type FileOwner = { message_id: string; place: number } | { record_id: string };

/** A file of a record that is not in the account yet. */
export interface UnsentRecordFile extends Refusable {
  record_id: string;
}

/** Not with those of messages: pages of earlier versions would look for its message. */
const entry = 'unsent-record-files';

export const unsentRecordFiles = async (trx: Transaction): Promise<readonly UnsentRecordFile[]> =>
  (await trx.meta<UnsentRecordFile[]>(entry)) ?? [];

export async function removeUnsentRecordFile(trx: Transaction, { record_id }: UnsentRecordFile) {
  const others = (await unsentRecordFiles(trx)).filter((one) => one.record_id !== record_id);
  await trx.putMeta(entry, others);
}

/** Last in the queue. */
export async function putUnsentRecordFile(trx: Transaction, file: UnsentRecordFile): Promise<void> {
  await removeUnsentRecordFile(trx, file);
  await trx.putMeta(entry, [...(await unsentRecordFiles(trx)), file]);
}

const isThere = ({ kind: of, ...row }: RecordRow) =>
  of === kind && fieldValue(fieldsOfRecord({ kind: of, ...row }), 'deleted') !== true;

/** Stores the content of a record, which is to be sent; without one, what is here is to be sent again. */
export async function putRecordFile(trx: Transaction, row: RecordRow, part?: StoredPart): Promise<void> {
  if (!isThere(row)) return;
  const { record_id } = row;
  if (part) await trx.putFile(record_id, content, part);
  if (await recordFile(trx, row)) await putUnsentRecordFile(trx, { record_id });
}

export const recordFile = (
  trx: Transaction,
  { record_id }: Pick<RecordRow, 'record_id'>,
): Promise<StoredPart | undefined> => trx.file<StoredPart>(record_id, content);

/** See `fileToSend`. */
export async function recordFileToSend(
  trx: Transaction,
  file: UnsentRecordFile,
  now: number,
): Promise<{ part: StoredPart; name: string } | 'later' | undefined> {
  const row = await trx.record(kind, file.record_id);
  if (!row || !isThere(row)) return undefined;
  if (row.pending_since !== undefined || wasJustRefused(file, now)) return 'later';
  const part = await recordFile(trx, file);
  const name = fieldValue(fieldsOfRecord(row), 'name');
  return part && { part, name: typeof name === 'string' && name !== '' ? name : 'file' };
}

/** The account may have lost some. */
export async function listRecordFilesAgain(trx: Transaction): Promise<void> {
  for (const row of await trx.records()) if (isThere(row)) await putRecordFile(trx, row);
}

/** How long the content of a deleted file stays here, so that deleting can be undone (milliseconds). */
const undoablePeriod = 24 * 60 * 60 * 1000;

/**
 * The files of folders that were deleted so long ago that nothing brings them back: another device has added them without
 * knowing, and they would take room where nobody sees them.
 */
export async function filesWithoutFolder(trx: Transaction, now: number): Promise<RecordRow[]> {
  const rows = await trx.records();
  const isGone = (row: RecordRow) => {
    const [isDeleted, at] = fieldsOfRecord(row).deleted ?? [false, now];
    return row.kind === 'folder' && isDeleted === true && at < now - undoablePeriod;
  };
  const gone = new Set<Json | undefined>(rows.filter(isGone).map(({ record_id }) => record_id));
  return rows.filter((row) => isThere(row) && gone.has(fieldValue(fieldsOfRecord(row), 'folder')));
}

/** Removes what nothing can bring back any more. */
export async function removeDeletedRecordFiles(trx: Transaction, now: number): Promise<void> {
  for (const row of await trx.records()) {
    const [, at = now] = fieldsOfRecord(row).deleted ?? [];
    if (row.kind === kind && !isThere(row) && at < now - undoablePeriod) await trx.removeFiles(row.record_id);
  }
}
