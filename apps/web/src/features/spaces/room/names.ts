import type { SpacePerson } from '@polylogue/contract';
import type { People } from './room.ts';

/** How people are referred to in sentences. */
export interface Names {
  who(id: string | null): string;
  /** Before what is theirs. */
  whose(id: string | null): string;
}

export function namesIn(people: People, me: string, nameOf: (person: SpacePerson) => string): Names {
  function who(id: string | null): string {
    if (id === me) return 'you';
    const person = id === null ? undefined : people[id];
    return person ? nameOf(person) : 'somebody who left';
  }
  return { who, whose: (id) => (id === me ? 'your' : `${who(id)}’s`) };
}

/** As the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
