import type { SpacePerson } from '@polylogue/contract';
import type { People } from './room.ts';

/** What is being typed after an @. */
export interface MentionQuery {
  /** The position of the @ in the text. */
  from: number;
  query: string;
}

/** The mention at the caret; null if it is not in one. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const [, query] = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}

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
