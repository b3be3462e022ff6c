import { deletedSince, fieldValue } from '@polylogue/sync';
import {
  type Excerpt,
  excerptOf,
  type Filters,
  findTerms,
  labelLetters,
  searchTerms,
  type Term,
} from '@polylogue/sync/search';
import type { ShownMessage } from '../rows/rows.ts';
import { isDeleted, type ShownConversation } from '../store/store-reads.ts';

/** What is looked for in this browser. */
export interface StoredQuery {
  text: string;
  filters: Omit<Filters, 'folder'> & { folders?: readonly string[] };
  /** How many messages are found before the search ends. */
  enough?: number;
  /** Only what the account does not have yet. */
  isUnsent?: boolean;
}

/** A message of this browser that was found. */
export interface StoredHit {
  conversation_id: string;
  title: string;
  message_id: string;
  role: 'user' | 'assistant';
  created_at: number;
  excerpt: Excerpt;
}

/** One more conversation was searched. */
interface SearchedPart {
  hits: StoredHit[];
  /** Of all conversations, from 0 to 1; it ends below 1 where there are too many finds. */
  share: number;
}

interface Stored {
  conversations(): Promise<readonly ShownConversation[]>;
  /** A conversation's messages, some at a time. */
  messages(conversationId: string): AsyncIterable<readonly ShownMessage[]>;
}

/**
 * How many conversations are read at a time: nearly all of the time goes to the process of the browser that reads, which
 * must never wait for this one (of 200 MB, one by one takes 2.5 times as long, and two at a time 1.3 times).
 */
const readAhead = 4;

/** Searches conversations, the newest first; the finds of each at once, in the order of time, and how far it has come. */
export async function* searchStored(
  { text, filters, enough = 100 }: StoredQuery,
  { conversations, messages }: Stored,
): AsyncGenerator<SearchedPart> {
  const terms = searchTerms(text);
  const all = (await conversations()).filter((one) => !isDeleted(one) && isIn(one, filters.folders));
  let found = 0;
  let searched = 0;
  const readings = all.slice(0, readAhead).map((one) => begun(messages, one));
  for (const [index, conversation] of all.entries()) {
    const hits: StoredHit[] = [];
    const reading = readings.shift();
    const later = all[index + readAhead];
    if (later) readings.push(begun(messages, later));
    for (let page = await reading?.first; page && !page.done; page = await reading?.pages.next()) {
      for (const message of page.value) {
        const hit = hitIn(message, conversation, terms, filters);
        if (hit) hits.push(hit);
      }
    }
    hits.sort((one, other) => other.created_at - one.created_at);
    const room = enough - found;
    found += hits.length;
    // Not all of this one, then.
    if (found <= enough) searched += 1;
    yield { hits: hits.slice(0, room), share: searched / all.length };
    if (found > enough) return;
  }
}

/** The messages of a conversation, the first of which are on their way. */
function begun(messages: Stored['messages'], conversation: ShownConversation) {
  const pages = messages(conversation.conversation_id)[Symbol.asyncIterator]();
  const first = pages.next();
  // Whoever awaits it hears of it; the search may end before.
  first.catch(() => {});
  return { pages, first };
}

const isIn = ({ fields }: ShownConversation, folders: readonly string[] | undefined) =>
  folders === undefined || folders.some((id) => id === fieldValue(fields, 'folder'));

function hitIn(
  message: ShownMessage,
  { conversation_id, fields }: ShownConversation,
  terms: readonly Term[],
  filters: StoredQuery['filters'],
): StoredHit | null {
  const { message_id, role, created_at, body, details } = message;
  if (!passes(message, filters) || deletedSince(message.fields, 'deleted', 0) !== null) return null;
  const text = [body, ...(details?.files ?? []).map(({ name }) => name)].join('\n');
  const work = findTerms(text, terms);
  let step = work.next();
  while (!step.done) step = work.next();
  if (!step.value) return null;
  const title = fieldValue(fields, 'title');
  return {
    conversation_id,
    title: typeof title === 'string' ? title : '',
    message_id,
    role,
    created_at,
    excerpt: excerptOf(text, step.value, terms),
  };
}

function passes({ role, created_at, details }: ShownMessage, filters: StoredQuery['filters']): boolean {
  const { from, provider, model, has_file, after = 0, before = Number.POSITIVE_INFINITY } = filters;
  const author = role === 'user' ? 'me' : 'ai';
  const asked = details?.asked;
  // As the index of the server compares them.
  const isOf = (name = '', wanted = '') => name !== '' && labelLetters(name) === labelLetters(wanted);
  const beginsWith = (name = '', wanted = '') =>
    name !== '' && labelLetters(name).startsWith(labelLetters(wanted));
  return (
    (from === undefined || from === author) &&
    (provider === undefined || isOf(asked?.provider, provider)) &&
    (model === undefined || beginsWith(asked?.model, model)) &&
    (!has_file || (details?.files?.length ?? 0) > 0) &&
    created_at >= after &&
    created_at < before
  );
}
