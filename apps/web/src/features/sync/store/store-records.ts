import type { StoredRecord } from '@polylogue/contract';
import { fieldValue, type Json, writtenFields } from '@polylogue/sync';
import type { StoredFields } from '../../record/list/index.ts';
import {
  changeRecord,
  fieldsOfRecord,
  pulledRecord,
  type RecordKey,
  type RecordRow,
  shownRecord,
} from '../rows/record-rows.ts';
import type { StoredPart } from '../storage/message-files.ts';
import {
  filesWithoutFolder,
  putRecordFile,
  recordFile,
  removeDeletedRecordFiles,
} from '../storage/record-files.ts';
import type { Transaction } from '../storage/storage.ts';
import type { StoreDeps } from './store-deps.ts';

/** Folders and their files, prompts, instructions. */
export function storeRecords({ storage, now, recordsChanged }: StoreDeps) {
  return {
    /** Those that are not deleted. */
    records: (): Promise<StoredFields[]> =>
      storage.read(async (trx) =>
        (await trx.records()).map(shownRecord).filter(({ fields }) => fieldValue(fields, 'deleted') !== true),
      ),

    /** Writes values by name; a record that is not here is created. */
    async writeRecords(changes: readonly RecordWrite[]): Promise<void> {
      await storage.write(async (trx) => {
        for (const change of changes) {
          const row = await trx.record(change.kind, change.record_id);
          const fields = writtenFields(change.values, row ? fieldsOfRecord(row) : {}, now());
          const changed = changeRecord(row, change, fields, now());
          await trx.putRecord(changed);
          if (change.file || change.values.deleted === false) await putRecordFile(trx, changed, change.file);
        }
      });
      recordsChanged('here');
    },

    /** Takes along records from another store: of each field the later stays. */
    async importRecords({ rows, files }: RecordExport): Promise<void> {
      await storage.write(async (trx) => {
        for (const row of rows) {
          const known = await trx.record(row.kind, row.record_id);
          const changed = changeRecord(known, row, fieldsOfRecord(row), now());
          await trx.putRecord(changed);
          const file = files.get(row.record_id);
          if (file) await putRecordFile(trx, changed, file);
        }
      });
      recordsChanged('here');
    },

    /** All of them, to be taken along into another store. */
    exportRecords: (): Promise<RecordExport> =>
      storage.read(async (trx) => {
        const rows = await trx.records();
        const files = new Map<string, StoredPart>();
        for (const row of rows) {
          const file = await recordFile(trx, row);
          if (file) files.set(row.record_id, file);
        }
        return { rows, files };
      }),

    /** Removes contents of deleted records that nothing can bring back any more, and files that were left behind. */
    async removeDeletedFiles(): Promise<void> {
      const left = await storage.write(async (trx) => {
        await removeDeletedRecordFiles(trx, now());
        const left = await filesWithoutFolder(trx, now());
        for (const row of left) {
          const known = fieldsOfRecord(row);
          const empty = Object.fromEntries(Object.keys(known).map((name) => [name, null]));
          const fields = writtenFields({ ...empty, deleted: true }, known, now());
          await trx.putRecord(changeRecord(row, row, fields, now()));
        }
        return left;
      });
      if (left.length > 0) recordsChanged('here');
    },

    /** Whether the account's records were read once; without that, those before the cursor may be missing. */
    hasListedRecords: async (): Promise<boolean> =>
      (await storage.read((trx) => trx.meta<boolean>(listedEntry))) === true,

    /** A page of all the account's records; `isLast`: they are all here. */
    async pulledRecords(pulled: readonly StoredRecord[], isLast: boolean): Promise<void> {
      await storage.write(async (trx) => {
        await putPulledRecords(trx, pulled);
        if (isLast) await trx.putMeta(listedEntry, true);
      });
      recordsChanged('elsewhere');
    },
  };
}

/** Of one record, what it is to say from now on. */
type RecordWrite = RecordKey & {
  values: Readonly<Record<string, Json>>;
  /** Its content. */
  file?: StoredPart | undefined;
};

export interface RecordExport {
  rows: readonly RecordRow[];
  /** By the ids of the records. */
  files: ReadonlyMap<string, StoredPart>;
}

const listedEntry = 'records-listed';

/** Stores the server's versions. */
export async function putPulledRecords(trx: Transaction, pulled: readonly StoredRecord[]): Promise<void> {
  for (const synced of pulled) {
    await trx.putRecord(pulledRecord(await trx.record(synced.kind, synced.record_id), synced));
  }
}
