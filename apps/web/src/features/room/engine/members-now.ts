import type { PostRow, SpacePerson } from '@polylogue/contract';
import type { People } from './room.ts';

const hasGone = ({ notice }: PostRow) => notice?.kind === 'left' || notice?.kind === 'removed';

/** Who has left or was removed; null if it says so of nobody, or of somebody who is not known here. */
const whoHasGone = (row: PostRow): string | null =>
  (hasGone(row) && (row.notice?.kind === 'left' ? row.by_id : row.notice?.user_id)) || null;

/** A few members, as the lines of the room say who came and went: a request by everyone there at each would be a storm. */
export function membersNow(
  fetched: readonly SpacePerson[],
  rows: readonly PostRow[],
  people: People,
): SpacePerson[] {
  const now = new Map(fetched.map((person) => [person.user_id, person]));
  for (const row of rows) {
    const joined = row.notice?.kind === 'joined' && row.by_id !== null && people[row.by_id];
    if (joined) now.set(joined.user_id, joined);
    now.delete(whoHasGone(row) ?? '');
  }
  return [...now.values()];
}

/** The number of the last line that says that somebody has gone, and not who: then they are fetched again. */
export const lastUnknownGone = (rows: readonly PostRow[]): number =>
  rows.findLast((row) => hasGone(row) && whoHasGone(row) === null)?.number ?? 0;
