import { fieldValue } from '@polylogue/sync';
import type { ConversationRecord } from './conversation-store.ts';
import type { ConversationMessageStore } from './message-store.ts';
import { parsedFields } from './rows.ts';

interface Sized {
  message_id: string;
  bytes: number;
}

/** The last messages of the version that is shown, in reverse order; of the newest version if none is chosen. */
export async function shownMessages(
  store: ConversationMessageStore,
  row: ConversationRecord,
  limit: number,
): Promise<Sized[]> {
  const { feed, conversation_id: id } = row;
  const leaf = fieldValue(parsedFields(row.fields), 'leaf');
  const path = typeof leaf === 'string' ? await store.ancestors(feed, id, leaf, limit) : [];
  if (path.length > 0) return path;
  const newest = await store.newest(feed, id);
  return newest === undefined ? [] : store.ancestors(feed, id, newest, limit);
}

/** The first rows that fit, at least one. */
export function fitting<Row extends Pick<Sized, 'bytes'>>(rows: readonly Row[], most: number): Row[] {
  let sum = 0;
  const end = rows.findIndex(({ bytes }, at) => {
    sum += bytes;
    return at > 0 && sum > most;
  });
  return rows.slice(0, end < 0 ? rows.length : end);
}
