import { spaceLimits } from '@polylogue/sync';
import type { SpaceContext } from '../core/context.ts';
import { isHost, rightsIn } from '../core/policy.ts';
import { namedIn, ownMarksOf } from '../core/rows.ts';
import { memberStore } from '../store/member-store.ts';
import { messageStore } from '../store/message-store.ts';
import { sessionStore } from '../store/session-store.ts';

import { headOf } from './head-of.ts';

/** How many rows of each kind are loaded for one page. */
const most = spaceLimits.pageRows + 1;

/** What changed in a space, in pages. */
export function readingChanges({ database, views, now }: Pick<SpaceContext, 'database' | 'views' | 'now'>) {
  return {
    /** What changed after a number; a page always includes all changes of a command. */
    async changes(userId: string, spaceId: string, after: number) {
      // Before the space: a change in between is then fetched again, not skipped.
      const head = await headOf(database, spaceId);
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
        people: await views.peopleIn(spaceId, userId, namedIn(page)),
        role: me.role,
        can: rightsIn({ space, me }, now()),
        own: ownMarksOf(me),
        view: await shown.version(space, me),
        head: until,
        more: until < head,
      };
    },
  };
}
export type ReadingChanges = ReturnType<typeof readingChanges>;

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
