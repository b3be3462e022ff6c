import type { SpacePerson } from '@polylogue/contract';
import { lookOf } from '@polylogue/sync/spaces';
import type { People } from './room.ts';

/** How people are referred to in sentences. */
export interface Names {
  /** Of somebody who is known: with the username where another’s name looks like theirs. */
  of(person: SpacePerson): string;
  who(id: string | null): string;
  /** The same where an id is missing that may be of a person with a block between them and the reader. */
  someone(id: string | null): string;
  /** Before what is theirs. */
  whose(id: string | null): string;
  /** A text as the beginning of a sentence; a name stays as its person writes it. */
  sentence(text: string): string;
}

/** What people are called here who are not named. */
const unnamed = /^(?:your?|some(?:one|body)|a(?:nother| former) member)(?!\p{L})/u;

export function namesIn(people: People, me: string, nameOf: (person: SpacePerson) => string): Names {
  const looks = Map.groupBy(Object.values(people), (person) => lookOf(nameOf(person)));
  function distinctName(person: SpacePerson): string {
    const name = nameOf(person);
    const alike = looks.get(lookOf(name)) ?? [];
    return alike.some(({ user_id }) => user_id !== person.user_id) ? `${name} (@${person.username})` : name;
  }
  let small: string[] | undefined;
  function beginsWithName(text: string): boolean {
    small ??= Object.values(people)
      .map(distinctName)
      .filter((name) => name !== capitalized(name));
    return small.some((name) => text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)));
  }
  const nameFor = (id: string | null) => {
    // Accounts that were deleted have no id.
    if (id === null) return 'a former member';
    const person = people[id];
    return person ? distinctName(person) : 'another member';
  };
  return {
    of: distinctName,
    who: (id) => (id === me ? 'you' : nameFor(id)),
    someone: (id) => (id === null ? 'someone' : id === me ? 'you' : nameFor(id)),
    whose: (id) => (id === me ? 'your' : `${id === null ? 'somebody' : nameFor(id)}’s`),
    sentence: (text) => (!unnamed.test(text) && beginsWithName(text) ? text : capitalized(text)),
  };
}

const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
