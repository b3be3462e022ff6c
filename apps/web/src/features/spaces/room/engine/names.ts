import type { SpacePerson } from '@polylogue/contract';
import type { People } from './room.ts';

/** How people are referred to in sentences. */
export interface Names {
  who(id: string | null): string;
  /** Before what is theirs. */
  whose(id: string | null): string;
}

export function namesIn(people: People, me: string, nameOf: (person: SpacePerson) => string): Names {
  const nameFor = (id: string | null) => {
    // Accounts that were deleted have no id.
    if (id === null) return 'a former member';
    const person = people[id];
    return person ? nameOf(person) : 'another member';
  };
  return {
    who: (id) => (id === me ? 'you' : nameFor(id)),
    whose: (id) => (id === me ? 'your' : `${id === null ? 'somebody' : nameFor(id)}’s`),
  };
}

/** As the beginning of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
