import { fieldValue } from '@polylogue/sync';
import { sortReply } from '@polylogue/sync/reasoning';
import type { ConversationRecord } from './conversation-store.ts';
import type { ConversationMessageStore, MessageRecord } from './message-store.ts';
import { fitting, shownMessages } from './path.ts';
import { parsedFields, storedMessage, wholeConversation, wholeMessage } from './rows.ts';

/** How much of the messages is read per query (bytes). */
const pageBytes = 1_000_000;

type Text = { name: string; text: string } | { more: string };
type Sized = { message_id: string; bytes: number };

/** A conversation as two texts: JSON with everything, and Markdown with the version that is shown. */
export async function* conversationTexts(
  store: ConversationMessageStore,
  row: ConversationRecord,
): AsyncGenerator<Text> {
  const name = `conversations/${nameOf(row)}`;
  yield {
    name: `${name}.json`,
    text: `{"conversation": ${wholeConversation(row)},\n"messages": [`,
  };
  let separator = '\n';
  for await (const message of messages(store, row, await store.sizes(row.feed, row.conversation_id))) {
    yield { more: separator + wholeMessage(message) };
    separator = ',\n';
  }
  yield { more: '\n]}\n' };

  yield { name: `${name}.md`, text: `# ${titleOf(row)}\n` };
  const path = await shownMessages(store, row, row.messages);
  for await (const message of messages(store, row, path.toReversed())) yield { more: readable(message) };
}

/** These messages, a page at a time, without those removed meanwhile. */
async function* messages(
  store: ConversationMessageStore,
  { feed }: ConversationRecord,
  sizes: readonly Sized[],
) {
  for (let at = 0; at < sizes.length; ) {
    const ids = fitting(sizes.slice(at, at + 500), pageBytes).map(({ message_id }) => message_id);
    at += ids.length;
    const rows = new Map((await store.among(feed, ids)).map((one) => [one.message_id, one]));
    for (const id of ids) {
      const message = rows.get(id);
      if (message) yield message;
    }
  }
}

function readable(row: MessageRecord): string {
  const { role, created_at, body, details, fields } = storedMessage(row);
  if (fields.deleted?.[0]) return '';
  const who = role === 'user' ? 'You' : (details?.asked?.model ?? 'Reply');
  const files = (details?.files ?? []).map((file) => `- File: ${file.name}\n`).join('');
  const words = role === 'user' ? body : sortReply(body).text;
  return `\n## ${who}, ${minuteOf(created_at)}\n\n${files}${files && '\n'}${words}\n`;
}

const minuteOf = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function titleOf({ fields, created_at }: ConversationRecord): string {
  const title = fieldValue(parsedFields(fields), 'title');
  const line = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  return line || `Conversation of ${minuteOf(created_at).slice(0, 10)}`;
}

const nameOf = (row: ConversationRecord) => titleOf(row).replaceAll('/', '_').slice(0, 100);
