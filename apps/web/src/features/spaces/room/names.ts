import { nameOf } from '../../person/index.ts';
import type { People } from './room.ts';

/** How somebody is referred to in a sentence. */
export function who(id: string | null, me: string, people: People): string {
  if (id === me) return 'you';
  const person = id === null ? undefined : people[id];
  return person ? nameOf(person) : 'somebody who left';
}

/** The same, of what is theirs. */
export const whose = (id: string | null, me: string, people: People): string =>
  id === me ? 'your' : `${who(id, me, people)}’s`;

/** As the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
