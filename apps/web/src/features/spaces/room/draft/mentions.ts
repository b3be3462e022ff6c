import type { SpacePerson } from '@polylogue/contract';
import type { People } from '../engine/room.ts';

/** The people known here whose name or username starts with the query. */
export function suggested(people: People, query: string, me: string): SpacePerson[] {
  const wanted = query.toLowerCase();
  return Object.values(people).filter(
    ({ user_id, username, first_name, last_name }) =>
      user_id !== me &&
      [username, first_name, last_name, `${first_name ?? ''}${last_name ?? ''}`].some((name) =>
        name?.toLowerCase().startsWith(wanted),
      ),
  );
}
