import type { FoundPost, SpacePerson } from '@polylogue/contract';
import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { feedNumberOf, rowIdOf, rowsPerFeed } from '../../../platform/feed/feeds.ts';
import type { Label, RowPlace } from '../../../platform/search/index-entry.ts';
import type { MessageSearch } from '../../../platform/search/message-search.ts';
import type { Sought } from '../../../platform/search/searching.ts';
import { type SearchRequest, soughtFor } from '../../../platform/search/sought.ts';
import type { SpaceContext } from '../core/context.ts';
import { blocksBetween } from '../store/blocks.ts';
import { messageStore } from '../store/message-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import { searchedPost } from './index-source.ts';

/** How many messages one answer has, and of one space where all are asked. */
const pageLength = 20;
const ofEach = 3;
/** Spaces that are asked at the same time: each waits for the database a few times. */
const atOnce = 4;
/** Spaces after which it shows whether something is said often. */
const few = 8;
/** How many messages may come to a space between two pages; with more it comes last. */
const mostSince = 500;
/** How long one answer goes through spaces (milliseconds). */
const longest = 60;

export type SpaceSearchDeps = Pick<SpaceContext, 'database' | 'views'> & {
  search(): Pick<MessageSearch, 'inFeed' | 'feedsWith' | 'isIndexing'>;
  /** The id of the account with this username. */
  idOf(username: string): Promise<string | undefined>;
};

export interface FoundPosts {
  found: FoundPost[];
  next: string | null;
  /** Where all spaces are asked: those in which there may be more than the few that are shown. */
  more_in?: { space_id: string; name: string }[];
}

/** Searches the messages of the spaces that a person is in, as they may see them now. */
export function searchingSpaces({ database, views, search, idOf }: SpaceSearchDeps) {
  async function authorOf(userId: string, from: string | undefined): Promise<Label | null | undefined> {
    if (from === undefined) return undefined;
    if (from === 'ai') return from;
    const id = from === 'me' ? userId : await idOf(from);
    return id === undefined ? null : `author ${id}`;
  }

  async function inSpace(
    userId: string,
    { space_id, feed, name }: Pick<SpaceRow, 'space_id' | 'feed' | 'name'>,
    sought: Sought,
    shown: Awaited<ReturnType<typeof views.rowsOf>>,
    cursor: RowPlace | undefined,
    limit: number,
  ): Promise<FoundPosts> {
    const { found, next } = await search().inFeed(
      sought,
      { feed, table: 'space_messages', visible: visibleTo(database.db, userId, space_id), cursor, limit },
      async (places) => {
        const ids = places.map(({ row_id }) => row_id);
        const rows = new Map((await messageStore(database.db).rows(ids)).map((row) => [row.row_id, row]));
        const stored = ids.flatMap((id) => rows.get(id) ?? []);
        const seen = await shown.messages(stored);
        return seen.flatMap((message, at) => {
          const place = stored[at];
          if (!place || place.feed !== feed) return [];
          if ('is_withheld' in message || message.deleted_at !== null || message.kind === 'notice') return [];
          if (message.turn && message.turn.ended_at === null) return [];
          const { message_id, number, kind, by_id, created_at } = message;
          const post = { space_id, name, message_id, number, kind, by_id, created_at };
          return [{ place, text: searchedPost(message.body, message.files), message: post }];
        });
      },
    );
    const posts = found.map(({ message, excerpt }): FoundPost => ({ ...message, excerpt }));
    return { found: posts, next: next && `${next.created_at}.${feedNumberOf(next.row_id)}` };
  }

  /** The spaces that a person is in, the one with the latest post first, as they were in order at that time. */
  function spacesOf(userId: string, since: number, after: { at: number; id: string } | undefined) {
    const all = database.reading
      .selectFrom('spaces')
      .innerJoin('space_members as me', 'me.space_id', 'spaces.space_id')
      .select(['spaces.space_id', 'spaces.feed', 'spaces.name', lastPostUntil(since).as('at')])
      .where('me.user_id', '=', userId)
      .where('me.left_at', 'is', null)
      .where('spaces.closed_at', 'is', null);
    return database.reading
      .selectFrom(all.as('mine'))
      .selectAll()
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(at, space_id) < (${after?.at}, ${after?.id})`),
      )
      .orderBy('at', 'desc')
      .orderBy('space_id', 'desc')
      .execute();
  }

  /** A few messages of each space, in pages that take no longer than a moment. */
  async function inAll(userId: string, sought: Sought, cursor: string | undefined): Promise<FoundPosts> {
    const until = performance.now() + longest;
    const [at, id = '', begun] = cursor?.split('.') ?? [];
    const after = at === undefined ? undefined : { at: Number(at), id };
    let spaces = await spacesOf(userId, begun ? Number(begun) : Number.MAX_SAFE_INTEGER, after);
    const since = begun ?? spaces[0]?.at;
    // Blocks, before anything is read.
    const shown = await views.rowsOf(userId);
    const found: FoundPost[] = [];
    const more_in: NonNullable<FoundPosts['more_in']> = [];
    for (let from = 0; from < spaces.length; from += atOnce) {
      if (from === few && found.length < few) {
        // Of what is said so seldom the index knows where it is.
        const feeds = await search().feedsWith(sought);
        if (feeds) spaces = spaces.filter(({ feed }, at) => at < from || feeds.has(feed));
        if (spaces.length <= from) break;
      }
      const some = spaces.slice(from, from + atOnce);
      const pages = await Promise.all(
        some.map((space) => inSpace(userId, space, sought, shown, undefined, ofEach)),
      );
      for (const [index, space] of some.entries()) {
        const page = pages[index];
        found.push(...(page?.found ?? []));
        if (page?.next) more_in.push({ space_id: space.space_id, name: space.name });
        const isLast = from + index === spaces.length - 1;
        const isFull =
          found.length > pageLength - ofEach || (performance.now() > until && index === some.length - 1);
        if (isFull && !isLast) return { found, more_in, next: `${space.at}.${space.space_id}.${since}` };
      }
    }
    return { found, more_in, next: null };
  }

  return async function searchPosts(
    userId: string,
    request: SearchRequest & { space_id?: string | undefined },
  ): Promise<FoundPosts & { people: SpacePerson[]; is_indexing: boolean }> {
    const { space_id, cursor } = request;
    const own = space_id === undefined ? undefined : (await views.membership(userId, space_id)).space;
    const author = await authorOf(userId, request.filters.from);
    const sought = soughtFor(request, author ?? null);
    const is_indexing = search().isIndexing();
    if (!sought || author === null) return { found: [], next: null, people: [], is_indexing };
    const page = own
      ? await inSpace(
          userId,
          own,
          sought,
          await views.rowsOf(userId, own.space_id),
          cursorOf(own.feed, cursor),
          pageLength,
        )
      : await inAll(userId, sought, cursor);
    const people = await views.people(userId, [...new Set(page.found.flatMap(({ by_id }) => by_id ?? []))]);
    return { ...page, people, is_indexing: search().isIndexing() };
  };
}

/**
 * When somebody posted last in a space, until that time: between two pages, a post moves no space past those that have
 * been searched.
 */
const lastPostUntil = (since: number) => sql<number>`case when coalesce(spaces.last_post_at, 0) <= ${since}
  then coalesce(spaces.last_post_at, 0)
  else coalesce((select max(created_at) from (
    select kind, created_at from space_messages
    where row_id >= spaces.feed * ${rowsPerFeed} and row_id < (spaces.feed + 1) * ${rowsPerFeed}
    order by row_id desc limit ${mostSince}) as latest
    where kind = 'post' and created_at <= ${since}), 0) end`;

/** What must be true of a message `m` of a space for this person to find it. */
const visibleTo = (
  db: Queries,
  userId: string,
  spaceId: string,
) => sql`m.kind != 'notice' and m.deleted_at is null
  and exists (select 1 from space_members me join spaces s on s.space_id = me.space_id
    where me.space_id = ${spaceId} and me.user_id = ${userId} and me.left_at is null and s.closed_at is null)
  and (m.by_id is null or not exists ${blocksBetween(db, userId, 'm.by_id')})`;

function cursorOf(feed: number, cursor: string | undefined): RowPlace | undefined {
  const [at, number] = (cursor ?? '').split('.').map(Number);
  return at !== undefined && number !== undefined && Number.isFinite(number)
    ? { created_at: at, row_id: rowIdOf(feed, number) }
    : undefined;
}
