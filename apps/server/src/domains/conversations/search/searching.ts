import type { FoundMessage } from '@polylogue/contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { feedNumberOf, feedStore, rowIdOf } from '../../../platform/feed/feeds.ts';
import type { Label, RowPlace } from '../../../platform/search/index-entry.ts';
import type { MessageSearch } from '../../../platform/search/message-search.ts';
import { type SearchRequest, soughtFor } from '../../../platform/search/sought.ts';
import { conversationStore } from '../conversation-store.ts';
import { storedConversation } from '../rows.ts';
import { isSearchable, messagesByRow, searchedText } from './index-source.ts';

export interface ConversationSearchDeps {
  database: Pick<Database, 'db' | 'reading'>;
  search(): Pick<MessageSearch, 'inFeed' | 'isIndexing'>;
  /** The id of the account with this username. */
  idOf(username: string): Promise<string | undefined>;
}

/** How many messages one answer has. */
const pageLength = 20;

/** Searches the messages of a person's conversations. */
export function searchingConversations({ database, search, idOf }: ConversationSearchDeps) {
  /** Whose messages are meant: a conversation has only its owner's and the AI's; null: nobody's here. */
  async function authorOf(userId: string, from: string | undefined): Promise<Label | null | undefined> {
    if (from === undefined) return undefined;
    if (from === 'ai' || from === 'me') return from;
    return (await idOf(from)) === userId ? 'me' : null;
  }

  /** The ids of the conversations in some folders. Asked for on their own, they are read once, not for each message. */
  function inFolders(feed: number, folders: readonly string[]) {
    // Read as text: PostgreSQL rejects JSON with half a character. In a title, the quotation marks are escaped.
    const isWanted = folders.reduce(
      (any, id) => sql`${any} or c.fields like ${`%"folder":["${id}",%`}`,
      sql`false`,
    );
    return sql`select c.conversation_id from conversations c where c.feed = ${feed} and (${isWanted})`;
  }

  async function load(feed: number, places: readonly RowPlace[]) {
    const ids = places.map(({ row_id }) => row_id);
    const rows = new Map(
      (await messagesByRow(database.reading, ids)).map((row) => [row.row_id, row] as const),
    );
    const conversationIds = [...new Set([...rows.values()].map(({ conversation_id }) => conversation_id))];
    const titles = new Map(
      (await conversationStore(database.db).among(feed, conversationIds)).map((row) => [
        row.conversation_id,
        storedConversation(row).fields.title?.[0] ?? '',
      ]),
    );
    return places.flatMap((place) => {
      const row = rows.get(place.row_id);
      if (!row || row.feed !== feed || !isSearchable(row)) return [];
      const { conversation_id, message_id, role, created_at } = row;
      const title = titles.get(conversation_id) ?? '';
      const message = { conversation_id, title, message_id, role, created_at };
      return [{ place, text: searchedText(row), message }];
    });
  }

  return async function searchMessages(
    userId: string,
    request: SearchRequest,
  ): Promise<{ found: FoundMessage[]; next: string | null; is_indexing: boolean }> {
    const author = await authorOf(userId, request.filters.from);
    const sought = soughtFor(request, author ?? null);
    const feed = await feedStore(database.db).of(userId);
    const is_indexing = search().isIndexing();
    if (!sought || !feed || author === null) return { found: [], next: null, is_indexing };
    const { folders } = request.filters;
    const visible = sql`exists (
      select 1 from conversations c where c.feed = ${feed.feed} and c.conversation_id = m.conversation_id
        and c.deleted_at is null and c.purged_at is null
        and (c.erased_until is null or c.erased_until < m.created_at))
      ${folders === undefined ? sql`` : sql`and m.conversation_id in (${inFolders(feed.feed, folders)})`}`;
    const { found, next } = await search().inFeed(
      sought,
      {
        feed: feed.feed,
        table: 'messages',
        visible,
        cursor: cursorOf(feed.feed, request.cursor),
        limit: pageLength,
      },
      (places) => load(feed.feed, places),
    );
    return {
      found: found.map(({ message, excerpt }) => ({ ...message, excerpt })),
      next: next && `${next.created_at}.${feedNumberOf(next.row_id)}`,
      is_indexing: search().isIndexing(),
    };
  };
}

function cursorOf(feed: number, cursor: string | undefined): RowPlace | undefined {
  const [at, number] = (cursor ?? '').split('.').map(Number);
  return at !== undefined && number !== undefined && Number.isFinite(number)
    ? { created_at: at, row_id: rowIdOf(feed, number) }
    : undefined;
}
