import type { UsageRecord } from '@polylogue/contract';
import { deletedSince, type StampedFields } from '@polylogue/sync';
import { shownMessage } from '../rows/message-rows.ts';
import {
  type ConversationRow,
  fieldsOfConversation,
  type MessageRow,
  type ShownMessage,
  type TextChunk,
} from '../rows/rows.ts';
import { everything, type Storage, type Transaction } from '../storage/storage.ts';

/** A conversation as displayed: the server's version with the changes made here. */
export interface ShownConversation {
  conversation_id: string;
  created_at: number;
  last_message_at: number;
  fields: StampedFields;
  /** It has changes that are not in the account yet. */
  is_pending: boolean;
  /** Every message is here, not only the last ones. */
  is_complete: boolean;
}

export interface ConversationExport {
  conversation: ConversationRow;
  messages: MessageRow[];
  chunks: TextChunk[];
  files: [messageId: string, name: string, value: unknown][];
}

/** What is read from the conversations in this browser. */
export const storeReads = (storage: Storage) => ({
  /** Newest first; without those that are permanently deleted. */
  list: (): Promise<ShownConversation[]> => storage.read(async (trx) => inOrder(await trx.conversations())),

  /** The first part of the list. */
  newest: (count: number): Promise<ShownConversation[]> =>
    storage.read(async (trx) => inOrder(await trx.newestConversations(count))),

  /** Undefined if it is not here. */
  conversation: (id: string): Promise<ShownConversation | undefined> =>
    storage.read(async (trx) => shownIfThere(await trx.conversation(id))),

  /** By id; undefined: it is not here. */
  some: (ids: readonly string[]): Promise<Map<string, ShownConversation | undefined>> =>
    storage.read(async (trx) => {
      const rows = await Promise.all(ids.map((id) => trx.conversation(id)));
      return new Map(ids.map((id, at) => [id, shownIfThere(rows[at])]));
    }),

  messages: (id: string): Promise<ShownMessage[]> =>
    storage.read(async (trx) => {
      const shown: ShownMessage[] = [];
      for (const row of await trx.messages(id)) {
        shown.push(isGrowing(row) ? shownMessage(row, await trx.chunks(row.message_id)) : shownMessage(row));
      }
      return shown;
    }),

  /** The usage records that are not in the account yet; without one, all. */
  usage: (): Promise<UsageRecord[]> =>
    storage.read(async (trx) =>
      (await trx.usage(everything)).map(({ refused, ...record }): UsageRecord => record),
    ),

  /** Data about the files of a message; undefined if it is not here. */
  file: <Value>(messageId: string, name: string): Promise<Value | undefined> =>
    storage.read((trx) => trx.file<Value>(messageId, name)),

  /** The newest messages of any branch, oldest first; `more`: there are others, here or in the account. */
  tail: (id: string, count: number): Promise<{ messages: ShownMessage[]; more: boolean }> =>
    storage.read(async (trx) => {
      const row = await trx.conversation(id);
      const rows = await trx.lastMessages(id, count + 1);
      const messages = await Promise.all(
        rows.slice(-count).map(async (one) => shownMessage(one, await chunksOf(trx, one))),
      );
      return { messages, more: rows.length > count || row?.is_complete === false };
    }),

  /** How much of a conversation is here; `tail`: its last messages as they are in the account, as far as is known. */
  partOf: (id: string): Promise<'all' | 'tail' | 'some' | 'none' | 'gone'> =>
    storage.read(async (trx) => {
      const row = await trx.conversation(id);
      if (!row) return 'none';
      if (isGone(row)) return 'gone';
      if (row.is_complete) return 'all';
      return row.tail_seq !== undefined && row.tail_seq >= (row.synced?.seq ?? 0) ? 'tail' : 'some';
    }),

  /** Those with messages missing here; of `others` only those that were complete before. */
  behind: (open: Iterable<string>, others: Iterable<string>): Promise<{ open: string[]; others: string[] }> =>
    storage.read(async (trx) => {
      const rowsOf = async (ids: Iterable<string>) => {
        const rows = await Promise.all([...ids].map((id) => trx.conversation(id)));
        return rows.filter((row) => row !== undefined).filter((row) => isBehind(row) && !isGone(row));
      };
      const idsOf = (rows: ConversationRow[]) => rows.map(({ conversation_id }) => conversation_id);
      const wanted = idsOf(await rowsOf(open));
      const complete = (await rowsOf(others)).filter(({ is_complete }) => is_complete);
      return { open: wanted, others: idsOf(complete).filter((id) => !wanted.includes(id)) };
    }),

  /** Everything stored here of a conversation. */
  exportConversation: (id: string): Promise<ConversationExport | undefined> =>
    storage.read(async (trx) => {
      const conversation = await trx.conversation(id);
      if (!conversation) return undefined;
      const messages = await trx.messages(id);
      const chunks = await Promise.all(messages.map(({ message_id }) => trx.chunks(message_id)));
      const files: ConversationExport['files'] = [];
      for (const { message_id } of messages) {
        for (const [name, value] of Object.entries(await trx.files(message_id))) {
          files.push([message_id, name, value]);
        }
      }
      return { conversation, messages, chunks: chunks.flat(), files };
    }),

  /** How many conversations are here that cannot be read. */
  unreadable: (): Promise<number> =>
    storage.read(async (trx) => (await trx.unreadableConversations()).length),

  /** How many messages of a conversation cannot be read, of those that were tried. */
  unreadableIn: (id: string): Promise<number> =>
    storage.read(async (trx) => (await trx.unreadableMessages(id)).length),

  /** Which database of the server the cursor refers to; undefined: an earlier version did not say. */
  history: (): Promise<string | undefined> => storage.read((trx) => trx.meta<string>('history')),

  /** The lowest feed number of the conversations here; null if none of them is in the account. */
  firstSeq: (): Promise<number | null> =>
    storage.read(async (trx) => {
      const numbers = (await trx.conversations()).flatMap(({ synced }) => synced?.seq ?? []);
      return numbers.length > 0 ? Math.min(...numbers) : null;
    }),

  cursor: (): Promise<number | undefined> => storage.read((trx) => trx.meta<number>('cursor')),

  /** Whether the list of the account has been fetched as a whole. */
  isWhole: (): Promise<boolean> =>
    storage.read(async (trx) => (await trx.meta<number>('cursor')) !== undefined),

  /** Up to which change the messages of a conversation are stored here. */
  seenSeq: (id: string): Promise<number> =>
    storage.read(async (trx) => (await trx.conversation(id))?.seq_seen ?? 0),
});

/** Only a growing answer has chunks. */
const isGrowing = (row: MessageRow) => row.pending?.text?.ended_at === null;

const chunksOf = async (trx: Transaction, row: MessageRow) =>
  isGrowing(row) ? trx.chunks(row.message_id) : [];

export const inOrder = (rows: readonly ConversationRow[]): ShownConversation[] =>
  rows
    .filter(({ synced }) => !synced?.is_purged)
    .map(shownConversation)
    .sort((one, other) => other.last_message_at - one.last_message_at);

/** Deleted for good: the server has none of it, or will not in a moment. */
const isGone = (row: ConversationRow) =>
  row.synced?.is_purged === true ||
  deletedSince(fieldsOfConversation(row), 'erased', row.last_message_at) !== null;

const isBehind = ({ synced, seq_seen }: ConversationRow) => synced !== null && seq_seen < synced.seq;

export const isDeleted = ({ fields, last_message_at: at }: ShownConversation): boolean =>
  deletedSince(fields, 'deleted', at) !== null || deletedSince(fields, 'erased', at) !== null;

const shownIfThere = (row: ConversationRow | undefined) =>
  row && !row.synced?.is_purged ? shownConversation(row) : undefined;

export function shownConversation(row: ConversationRow): ShownConversation {
  const { conversation_id, created_at, last_message_at, pending_since, is_complete } = row;
  const fields = fieldsOfConversation(row);
  const is_pending = pending_since !== undefined;
  return { conversation_id, created_at, last_message_at, fields, is_pending, is_complete };
}
