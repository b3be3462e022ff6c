import type { Space, SpacePerson } from '@polylogue/contract';
import { membersNow } from '../engine/members-now.ts';
import type { Room } from '../engine/room.ts';

/**
 * Where the AI stands among the suggestions for a mention; null: nowhere, for only a message that begins with it asks it.
 * People come first, unless it is all that can be meant.
 */
export function aiSuggested(
  { ai_mode, ai_name }: Pick<Space, 'ai_mode' | 'ai_name'>,
  before: string,
  query: string,
): 'first' | 'last' | null {
  if (ai_mode === 'off' || before.trim() !== '') return null;
  const names = ['ai', ...(ai_name ? [ai_name.toLowerCase()] : [])];
  const wanted = query.toLowerCase();
  if (!names.some((name) => name.startsWith(wanted))) return null;
  return wanted === '' || names.includes(wanted) ? 'first' : 'last';
}

/** Without accents, as our server compares; what it folds besides would weigh more here than it finds. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The people known here, unless they have gone, whose name or username starts with the query. */
export function suggested(
  { people, rows }: Pick<Room, 'people' | 'rows'>,
  query: string,
  me: string,
): SpacePerson[] {
  const wanted = folded(query);
  return membersNow(Object.values(people), rows, people).filter(
    ({ user_id, username, first_name, last_name }) =>
      user_id !== me &&
      [username, first_name, last_name, `${first_name ?? ''}${last_name ?? ''}`].some((name) =>
        folded(name ?? '').startsWith(wanted),
      ),
  );
}
