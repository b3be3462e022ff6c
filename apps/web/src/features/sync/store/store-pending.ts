import { fieldValue, partName } from '@polylogue/sync';
import type { StoredFields } from '../../record/list/index.ts';
import { recordWithoutRefusal, shownRecord } from '../rows/record-rows.ts';
import { triedAgain, withoutRefusal } from '../rows/rows.ts';
import {
  listFiles,
  putUnsent,
  removeUnsent,
  type StoredPart,
  type UnsentFile,
  unsentFiles,
  wasJustRefused,
} from '../storage/message-files.ts';
import {
  listRecordFilesAgain,
  putUnsentRecordFile,
  recordFileToSend,
  removeUnsentRecordFile,
  type UnsentRecordFile,
  unsentRecordFiles,
} from '../storage/record-files.ts';
import { everything, type Storage, type Transaction } from '../storage/storage.ts';
import { inOrder, type ShownConversation } from './store-reads.ts';

export type AnyUnsentFile = UnsentFile | UnsentRecordFile;

const anyUnsentFiles = async (trx: Transaction): Promise<AnyUnsentFile[]> => [
  ...(await unsentFiles(trx)),
  ...(await unsentRecordFiles(trx)),
];

/** Last in the queue. */
const putUnsentFile = (trx: Transaction, file: AnyUnsentFile) =>
  'record_id' in file ? putUnsentRecordFile(trx, file) : putUnsent(trx, [file]);

/** What is not in the account yet. */
export const storePending = (storage: Storage) => ({
  /** Whether something is not in the account yet. */
  hasPending: (): Promise<boolean> =>
    storage.read(async (trx) => {
      const rows = await Promise.all([
        trx.pendingConversations(1),
        trx.pendingMessages(1),
        trx.pendingRecords(1),
        trx.usage(1),
        anyUnsentFiles(trx),
      ]);
      return rows.some(({ length }) => length > 0);
    }),

  /** Whether the account had no room for something; refused rows are last in the queue. */
  isFull: (): Promise<boolean> =>
    storage.read(async (trx) => {
      const rows = await Promise.all([
        trx.pendingConversations(10),
        trx.pendingMessages(10),
        trx.pendingRecords(10),
        anyUnsentFiles(trx),
      ]);
      return rows.flat().some(({ refused }) => refused === 'quota-used');
    }),

  /** The conversations with changes that are not in the account yet. */
  pendingConversations: (): Promise<ShownConversation[]> =>
    storage.read(async (trx) => {
      const [conversations, messages] = await Promise.all([
        trx.pendingConversations(10_000),
        trx.pendingMessages(10_000),
      ]);
      const files = await unsentFiles(trx);
      const read = new Set(conversations.map(({ conversation_id }) => conversation_id));
      const ids = new Set([...messages, ...files].map(({ conversation_id }) => conversation_id));
      const others = [...ids].filter((id) => !read.has(id));
      const rows = await Promise.all(others.map((id) => trx.conversation(id)));
      return inOrder([...conversations, ...rows.filter((row) => row !== undefined)]);
    }),

  /** Folders, prompts and other records that are not in the account yet, or their contents are not. */
  pendingRecords: (): Promise<StoredFields[]> =>
    storage.read(async (trx) => {
      const rows = await trx.pendingRecords(everything);
      const known = new Set(rows.map(({ record_id }) => record_id));
      for (const { record_id } of await unsentRecordFiles(trx)) {
        const row = known.has(record_id) ? undefined : await trx.record('file', record_id);
        if (row) rows.push(row);
      }
      return rows.map(shownRecord).filter(({ fields }) => fieldValue(fields, 'deleted') !== true);
    }),

  /** The files to be sent. */
  filesToSend: (): Promise<AnyUnsentFile[]> =>
    storage.write(async (trx) => {
      if (await listFiles(trx)) await listRecordFilesAgain(trx);
      return anyUnsentFiles(trx);
    }),

  /**
   * What to send of a file; `later`: after its message or record is in the account, or a while after it was refused.
   * Undefined: it was deleted.
   */
  fileToSend: (
    file: AnyUnsentFile,
    now: number,
  ): Promise<{ part: StoredPart; name: string } | 'later' | undefined> =>
    storage.read(async (trx) => {
      if ('record_id' in file) return recordFileToSend(trx, file, now);
      const { conversation_id, message_id, place } = file;
      const row = await trx.message(conversation_id, message_id);
      const name = row?.details?.files?.[place]?.name;
      if (!row || name === undefined) return undefined;
      if (row.pending || wasJustRefused(file, now)) return 'later';
      const part = await trx.file<StoredPart>(message_id, partName(place));
      return part && { part, name };
    }),

  /** It is in the account, or no longer to be sent. */
  fileSent: (file: AnyUnsentFile): Promise<void> =>
    storage.write((trx) =>
      'record_id' in file ? removeUnsentRecordFile(trx, file) : removeUnsent(trx, file),
    ),
  /** Not tried again for now. */
  fileRefused: (file: AnyUnsentFile): Promise<void> => storage.write((trx) => putUnsentFile(trx, file)),

  /** A file from the account, which is not sent again; `id`: of its message or record. */
  fileFetched: (id: string, place: number, part: StoredPart): Promise<void> =>
    storage.write((trx) => trx.putFile(id, partName(place), part)),

  /** There may be room now for what was refused, or a newer server that knows it; `isRoomMade`: there is, for files too. */
  retryRefused: (isRoomMade = false): Promise<void> =>
    storage.write(async (trx) => {
      for (const { refused, refused_at, ...file } of isRoomMade ? await anyUnsentFiles(trx) : []) {
        if (refused === 'quota-used') await putUnsentFile(trx, file);
      }
      for (const row of await trx.pendingConversations(10_000)) {
        if (row.refused || row.held) await trx.putConversation(triedAgain(row));
      }
      for (const row of await trx.pendingMessages(10_000)) {
        if (row.refused) await trx.putMessage(withoutRefusal(row));
      }
      for (const row of await trx.pendingRecords(everything)) {
        if (row.refused) await trx.putRecord(recordWithoutRefusal(row, 0));
      }
      for (const { refused, ...record } of await trx.usage(everything)) {
        if (refused) await trx.putUsage(record);
      }
    }),
});
