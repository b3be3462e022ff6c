import type { RecordRow } from '../rows/record-rows.ts';
import type { ConversationRow, MessageRow, TextChunk, UsageRow } from '../rows/rows.ts';

/** As a limit: none. The largest that IndexedDB takes. */
export const everything = 2 ** 32 - 1;

/** What a transaction can read, and write if it was begun for writing. */
export interface Transaction {
  conversation(id: string): Promise<ConversationRow | undefined>;
  conversations(): Promise<ConversationRow[]>;
  /** Those with the latest messages. */
  newestConversations(count: number): Promise<ConversationRow[]>;
  /** Those with something unacknowledged, oldest first. */
  pendingConversations(limit: number): Promise<ConversationRow[]>;
  putConversation(row: ConversationRow): Promise<void>;
  removeConversation(id: string): Promise<void>;

  message(conversationId: string, id: string): Promise<MessageRow | undefined>;
  /** In the order of their ids, which is the order of creation. */
  messages(conversationId: string): Promise<MessageRow[]>;
  lastMessages(conversationId: string, count: number): Promise<MessageRow[]>;
  pendingMessages(limit: number): Promise<MessageRow[]>;
  putMessage(row: MessageRow): Promise<void>;
  removeMessage(conversationId: string, id: string): Promise<void>;
  removeMessages(conversationId: string): Promise<void>;

  /** Pieces of a growing reply, in the order of their offsets. */
  chunks(messageId: string): Promise<TextChunk[]>;
  putChunk(chunk: TextChunk): Promise<void>;
  removeChunks(messageId: string): Promise<void>;

  /** Data about the files of a message, by name. */
  file<Value>(messageId: string, name: string): Promise<Value | undefined>;
  /** All data stored about the files of a message, by name. */
  files(messageId: string): Promise<Record<string, unknown>>;
  /** Their names, without reading them. */
  fileNames(messageId: string): Promise<string[]>;
  putFile(messageId: string, name: string, value: unknown): Promise<void>;
  removeFiles(messageId: string): Promise<void>;

  /** Not acknowledged yet. */
  usage(limit: number): Promise<UsageRow[]>;
  putUsage(record: UsageRow): Promise<void>;
  removeUsage(ids: readonly string[]): Promise<void>;

  record(kind: string, id: string): Promise<RecordRow | undefined>;
  records(): Promise<RecordRow[]>;
  /** Those with something unacknowledged, oldest first. */
  pendingRecords(limit: number): Promise<RecordRow[]>;
  putRecord(row: RecordRow): Promise<void>;

  /** The keys of rows that cannot be read, and are in no other answer. */
  unreadableConversations(): Promise<string[]>;
  /** The ids of such messages, among those read so far. */
  unreadableMessages(conversationId: string): Promise<string[]>;

  meta<Value>(name: string): Promise<Value | undefined>;
  putMeta(name: string, value: unknown): Promise<void>;
  removeMeta(name: string): Promise<void>;
}

/** Where conversations are stored in this browser. A transaction is atomic. */
export interface Storage {
  read<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  write<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>;
  /** Calls `listener` when another tab wants to erase or upgrade the storage; it is closed by then. */
  onClosed(listener: () => void): void;
  /** Of a memory: this one is below it from now on; the one before is closed. */
  rebase?(next: Storage): void;
  close(): void;
}
