import type { SpacePerson } from '@polylogue/contract';
import type { People } from './room.ts';

/** What is being typed after an @. */
export interface MentionQuery {
  /** Where the @ stands in the text. */
  from: number;
  query: string;
}

/** Null: the caret is not in a mention. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const [, query] = /(?:^|[\s(])@([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}

/** With this person in the place of what was typed, and where the caret goes. */
export function withMention(
  text: string,
  caret: number,
  { from }: MentionQuery,
  username: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${username} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** The people whose usernames stand after an @, by id. */
export function mentionedIn(text: string, people: Iterable<SpacePerson>): string[] {
  const names = new Set([...text.matchAll(/@([\p{L}\p{N}._-]+)/gu)].map(([, name = '']) => bare(name)));
  return [...people].filter(({ username }) => names.has(bare(username))).map(({ user_id }) => user_id);
}

/** The end of a sentence is no part of a name. */
function bare(name: string): string {
  let end = name.length;
  while ('._-'.includes(name[end - 1] ?? ' ')) end -= 1;
  return name.slice(0, end).toLowerCase();
}

/** Those of the people known here whose name or username begins like this. */
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
