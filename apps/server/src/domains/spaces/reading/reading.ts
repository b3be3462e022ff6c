import type { PostRow } from '@polylogue/contract';
import { spaceLimits } from '@polylogue/sync';
import type { Database } from '../../../platform/database/database.ts';
import { searchKey } from '../../../platform/database/folded.ts';
import { feedNumberOf, feedStore } from '../../../platform/feed/feeds.ts';
import type { FeedPage } from '../../../platform/live/feed-source.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import {
  clockTolerance,
  firstVersionLifetime,
  isHost,
  mustBeAllowed,
  noMessage,
  noSpace,
  rightsIn,
} from '../core/policy.ts';
import { type Blocked, namedIn, type WithheldRow } from '../core/rows.ts';
import type { Views } from '../core/view.ts';
import { blocksIn } from '../store/blocks.ts';
import { membersBeginning } from '../store/member-search.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { messageStore } from '../store/message-store.ts';
import { mostUnread, readingStore } from '../store/reading-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';

interface ReadingDeps {
  database: Database;
  views: Views;
  sockets(): Pick<Hub, 'hasRead'>;
  now: () => number;
}

export interface MemberQuery {
  after?: string | undefined;
  q?: string | undefined;
  ids?: string | undefined;
  /** Those who are banned, instead of those who are in the space. */
  banned: 'true' | 'false';
  limit: number;
}

/** How many rows of each kind are loaded for one page. */
const most = spaceLimits.pageRows + 1;
/** How many messages are sent over a socket in one frame. */
const mostAtOnce = 20;

/** What the people in a space fetch from it. */
export function readingSpaces({ database, views, sockets, now }: ReadingDeps) {
  const feeds = feedStore(database.db);
  const headOf = async (spaceId: string) => (await feeds.of(spaceId))?.head ?? 0;

  /** A message as stored, and as one person sees it. */
  async function messageFor(userId: string, spaceId: string, messageId: string) {
    const { space, me } = await views.membership(userId, spaceId);
    const row = (await messageStore(database.db).find(space.feed, messageId)) ?? noMessage();
    const [message = noMessage()] = await (await views.rowsOf(userId, spaceId)).messages([row]);
    return { row, message, me };
  }

  /** The first members whose username or full name begins like this, as far as the reader sees it. */
  async function membersNamed(userId: string, spaceId: string, prefix: string, limit: number) {
    // Away from the main thread: on a large server many may have such a name, and none of them be in this space.
    const ids = await membersBeginning(database.reading, spaceId, userId, prefix, limit);
    const rows = new Map(
      (await memberStore(database.db).among(spaceId, ids)).map((row) => [row.user_id, row]),
    );
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  /** Withholds from each reader what is behind a block; a row is made once for everyone who sees the same. */
  async function withheldPerReader(
    spaceId: string,
    seenWithout: (blocked: Blocked) => (PostRow | WithheldRow)[],
  ): Promise<FeedPage['rowsFor']> {
    const concerned = new Set<string>();
    const whole = {
      messages: seenWithout({
        has(userId) {
          concerned.add(userId);
          return false;
        },
      }),
    };
    const blocks = await blocksIn(database.db, spaceId, [...concerned]);
    const rows = new Map([['', whole]]);
    return (userId) => {
      const blocked = [...concerned].filter((id) => blocks.get(id)?.has(userId));
      const key = blocked.join(' ');
      const known = rows.get(key) ?? { messages: seenWithout(new Set(blocked)) };
      rows.set(key, known);
      return known;
    };
  }

  return {
    messageFor,

    /** What changed after a number; a page always includes all changes of a command. */
    async changes(userId: string, spaceId: string, after: number) {
      // Before the space: a change in between is then fetched again, not skipped.
      const head = await headOf(spaceId);
      const { space, me } = await views.membership(userId, spaceId);
      const shown = await views.rowsOf(userId, spaceId);
      const [members, sizes, sessions] = [
        await memberStore(database.db).changed(spaceId, after, head, most),
        await messageStore(database.db).changedSizes(space.feed, after, head, most),
        await sessionStore(database.db).changed(spaceId, after, head, most),
      ];
      const until = endOfPage([members, sizes, sessions], head);
      const isOnPage = ({ seq }: { seq: number }) => seq <= until;
      const found = await messageStore(database.db).rows(sizes.filter(isOnPage).map(({ row_id }) => row_id));
      const page = {
        members: members.filter(isOnPage).map((row) => shown.member(row, isHost(me))),
        messages: await shown.messages(found.sort((one, other) => one.row_id - other.row_id)),
        sessions: sessions.filter(isOnPage).map(shown.session),
      };
      return {
        space: space.seq > after ? shown.space(space) : null,
        ...page,
        people: await views.people(userId, namedIn(page)),
        role: me.role,
        can: rightsIn({ space, me }, now()),
        view: await shown.version(space, me),
        head: until,
        more: until < head,
      };
    },

    /** Messages after a number, as each of the people in the space sees them, if nothing else has changed. */
    async newMessages(spaceId: string, after: number): Promise<FeedPage> {
      const { head, feed, hasOtherChanges } =
        (await spaceStore(database.db).changesBesidesMessages(spaceId, after)) ?? noSpace();
      const withoutRows = { rowsFor: () => null, head, more: false };
      if (hasOtherChanges) return withoutRows;
      const found = await messageStore(database.db).changed(feed, after, head, mostAtOnce + 1);
      if (found.length > mostAtOnce) return withoutRows;
      const { hasReactions, seenBy } = await views.withParts(found);
      // A row with reactions also shows whether the reader's own is among them.
      if (hasReactions) return withoutRows;
      return {
        rowsFor: await withheldPerReader(spaceId, (blocked) => seenBy('', blocked)),
        head,
        more: false,
      };
    },

    async messages(userId: string, spaceId: string, before: number | undefined, limit: number) {
      const { space, me } = await views.membership(userId, spaceId);
      const head = await headOf(spaceId);
      const shown = await views.rowsOf(userId, spaceId);
      const sizes = await messageStore(database.db).before(space.feed, before, limit + 1);
      const rowIds = fitting(sizes.slice(0, limit));
      const found = (await messageStore(database.db).rows(rowIds)).sort(
        (one, other) => one.row_id - other.row_id,
      );
      const messages = await shown.messages(found);
      const [first] = found;
      return {
        messages,
        people: await views.people(userId, namedIn({ messages })),
        next: first && rowIds.length < sizes.length ? feedNumberOf(first.row_id) : null,
        view: await shown.version(space, me),
        head,
      };
    },

    async message(userId: string, spaceId: string, messageId: string) {
      const { row, message, me } = await messageFor(userId, spaceId, messageId);
      const hasFirstVersion =
        row.first_edited_at !== null && row.first_edited_at > now() - firstVersionLifetime;
      return {
        message,
        people: await views.people(userId, namedIn({ messages: [message] })),
        first_body: isHost(me) && hasFirstVersion && !('is_withheld' in message) ? row.first_body : null,
      };
    },

    async members(userId: string, spaceId: string, { after = '', q = '', ids, banned, limit }: MemberQuery) {
      const membership = await views.membership(userId, spaceId);
      const { me } = membership;
      const isBanned = banned === 'true';
      if (isBanned) mustBeAllowed(membership, 'remove', now());
      const head = await headOf(spaceId);
      const shown = await views.rowsOf(userId, spaceId);
      const prefix = searchKey(q);
      const membersIn = (rows: readonly MemberRow[]) =>
        rows.flatMap((row) => {
          const member = shown.member(row, isHost(me));
          return 'user_id' in member ? member : [];
        });
      if (ids !== undefined) {
        const wanted = ids.split(',');
        return {
          members: membersIn(await memberStore(database.db).among(spaceId, wanted)),
          people: await views.people(userId, await memberStore(database.db).everAmong(spaceId, wanted)),
          next: null,
          head,
        };
      }
      const rows = isBanned
        ? await memberStore(database.db).banned(spaceId, after, limit + 1)
        : prefix === ''
          ? await memberStore(database.db).page(spaceId, after, limit + 1)
          : await membersNamed(userId, spaceId, prefix, limit);
      const members = membersIn(rows.slice(0, limit));
      return {
        members,
        people: await views.people(userId, namedIn({ members })),
        next: rows.length > limit ? (rows[limit - 1]?.user_id ?? null) : null,
        head,
      };
    },

    /** Sets what a person has read and seen, and what they are notified of. */
    async setOwn(
      userId: string,
      spaceId: string,
      change: {
        read_number?: number | undefined;
        seen_until?: number | undefined;
        notify?: 'all' | 'mentions' | 'none' | undefined;
      },
    ) {
      const { space } = await views.membership(userId, spaceId);
      const feed = await feeds.of(spaceId);
      const { read_number, seen_until, notify } = change;
      await readingStore(database.db).change(spaceId, userId, {
        ...(read_number !== undefined && { read_number: Math.min(read_number, feed?.rows ?? 0) }),
        ...(seen_until !== undefined && { seen_at: Math.min(seen_until, now() + clockTolerance) }),
        ...(notify !== undefined && { notify }),
      });
      if (read_number !== undefined) sockets().hasRead(userId, spaceId);
      const { me } = await views.membership(userId, space.space_id);
      const unread = await readingStore(database.db).unread(userId, spaceId);
      return { read_number: me.read_number, unread: Math.min(unread.get(spaceId) ?? 0, mostUnread) };
    },
  };
}
export type ReadingSpaces = ReturnType<typeof readingSpaces>;

interface Sized {
  seq: number;
  bytes?: number;
}

/** The last number of a page: includes at least one complete change, and otherwise stays within the limits. */
function endOfPage(kinds: readonly (readonly Sized[])[], head: number): number {
  // If a kind has more rows than were loaded, its last number may be incomplete.
  const bounds = kinds.flatMap((rows) => (rows.length < most ? [] : [(rows.at(-1)?.seq ?? 0) - 1]));
  const last = Math.min(head, ...bounds);
  const rows = kinds.flat().filter(({ seq }) => seq <= last);
  let bytes = 0;
  let end = rows[0]?.seq;
  for (const [at, row] of rows.sort((one, other) => one.seq - other.seq).entries()) {
    bytes += row.bytes ?? 0;
    const isFull = at >= spaceLimits.pageRows || bytes > spaceLimits.pageBytes;
    if (at > 0 && isFull && end !== undefined && row.seq > end) return end;
    end = row.seq;
  }
  return last;
}

/** The first rows that fit on a page, at least one. */
function fitting(sizes: readonly { row_id: number; bytes: number }[]): number[] {
  let bytes = 0;
  const end = sizes.findIndex((size, at) => {
    bytes += size.bytes;
    return at > 0 && bytes > spaceLimits.pageBytes;
  });
  return sizes.slice(0, end < 0 ? sizes.length : end).map(({ row_id }) => row_id);
}
