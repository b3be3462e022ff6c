import type { StoredConversation, StoredMessage, StoredRecord } from '@polylogue/contract';
import { pages } from '../../platform/batches/pages.ts';
import type { Database } from '../../platform/database/database.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import { conversationStore } from './conversation-store.ts';
import { conversationMessageStore } from './message-store.ts';
import { fitting } from './path.ts';
import { type AccountRecordKey, accountRecordKey, recordStore } from './record-store.ts';
import { storedConversation, storedMessage, storedRecord } from './rows.ts';

/** How much is read in one query: rows, and bytes of messages. */
const queryRows = 50;
const queryBytes = 128 * 1024;

/** Reads a page of rows without keeping other requests waiting. */
export function pageReader({ db, reading }: Pick<Database, 'db' | 'reading'>) {
  const store = conversationStore(db);
  const inProcess = conversationMessageStore(db);
  const inThread = conversationMessageStore(reading);

  /** Messages in this order, a few at a time; a long one in the thread that reads, since it would keep others waiting. */
  async function messages(
    feed: number,
    found: readonly { message_id: string; bytes: number }[],
  ): Promise<StoredMessage[]> {
    const pause = inPieces();
    const read: StoredMessage[] = [];
    for (let at = 0; at < found.length; ) {
      const page = fitting(found.slice(at, at + queryRows), queryBytes);
      at += page.length;
      const [{ bytes }] = page as [(typeof found)[number]];
      const ids = page.map(({ message_id }) => message_id);
      const rows = await (bytes > queryBytes ? inThread : inProcess).among(feed, ids);
      const byId = new Map(rows.map((row) => [row.message_id, row]));
      for (const row of ids.flatMap((id) => byId.get(id) ?? [])) {
        read.push(storedMessage(row));
        await pause();
      }
    }
    return read;
  }

  /** Conversations in this order, as they are now, a few at a time. */
  async function conversations(feed: number, found: readonly { conversation_id: string }[]) {
    const pause = inPieces();
    const read: StoredConversation[] = [];
    for (const page of pages(found, queryRows)) {
      const ids = page.map(({ conversation_id }) => conversation_id);
      const byId = new Map((await store.among(feed, ids)).map((row) => [row.conversation_id, row]));
      for (const row of ids.flatMap((id) => byId.get(id) ?? [])) {
        read.push(storedConversation(row));
        await pause();
      }
    }
    return read;
  }

  /** Records in this order, as they are now, a few at a time. */
  async function records(feed: number, found: readonly AccountRecordKey[]) {
    const pause = inPieces();
    const read: StoredRecord[] = [];
    for (const page of pages(found, queryRows)) {
      const rows = await recordStore(db).among(feed, page);
      const byKey = new Map(rows.map((row) => [accountRecordKey(row), row]));
      for (const row of page.flatMap((key) => byKey.get(accountRecordKey(key)) ?? [])) {
        read.push(storedRecord(row));
        await pause();
      }
    }
    return read;
  }

  return { messages, conversations, records };
}
