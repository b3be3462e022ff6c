import type { SpacePerson } from '@polylogue/contract';
import type { MentionQuery } from '@polylogue/sync';
import type { People } from './room.ts';

/** The text with this person in place of what was typed, and the new caret position. */
export function withMention(
  text: string,
  caret: number,
  { from }: MentionQuery,
  username: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${username} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

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
