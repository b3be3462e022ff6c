import type { SpacePerson } from '@polylogue/contract';
import type { Room } from '../engine/room.ts';
import { membersNow } from '../panels/members-now.ts';

/** The people known here, unless they have gone, whose name or username starts with the query. */
export function suggested(
  { people, rows }: Pick<Room, 'people' | 'rows'>,
  query: string,
  me: string,
): SpacePerson[] {
  const wanted = query.toLowerCase();
  return membersNow(Object.values(people), rows, people).filter(
    ({ user_id, username, first_name, last_name }) =>
      user_id !== me &&
      [username, first_name, last_name, `${first_name ?? ''}${last_name ?? ''}`].some((name) =>
        name?.toLowerCase().startsWith(wanted),
      ),
  );
}
