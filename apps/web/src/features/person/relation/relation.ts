import type { Friend, FriendRequest, Friendship, Person } from '@polylogue/contract';
import type { QueryState } from '@tanstack/react-query';
import { paths } from '../paths.ts';
import type { FoundUsers } from '../user/search-users.ts';
import { UserNotFound } from '../user/user.ts';

/** How a person is now related to the reader; null: to the reader, that person no longer exists. */
export interface Relation {
  user_id: string;
  friendship: Friendship | null;
}

/** A cached answer once a relation is known; the same object if it says nothing about that person. */
export function queryAfter(path: unknown, state: QueryState, relation: Relation): QueryState {
  const { user_id, friendship } = relation;
  const become = <Data>(change: (data: Data) => Data) => {
    if (state.data === undefined) return state;
    const data = change(state.data as Data);
    return data === state.data ? state : { ...state, data };
  };
  switch (path) {
    case paths.user:
    case paths.linkOwner:
      return (state.data as Person | undefined)?.user_id !== user_id
        ? state
        : friendship === null
          ? notFound(state)
          : become((person: Person) => withRelation(person, relation));
    case paths.search:
      return become((found: FoundUsers) => {
        const users = withRelationAll(found.users, relation);
        return users === found.users ? found : { ...found, users };
      });
    case paths.incoming:
      return become((all: FriendRequest[]) => (friendship === 'incoming' ? all : without(all, user_id)));
    case paths.sent:
      return become((all: FriendRequest[]) => (friendship === 'outgoing' ? all : without(all, user_id)));
    case paths.friends:
      return become((all: Friend[]) => (friendship === 'friend' ? all : without(all, user_id)));
    default:
      return state;
  }
}

function notFound(state: QueryState): QueryState {
  return { ...state, status: 'error', data: undefined, error: new UserNotFound(), fetchStatus: 'idle' };
}

function withRelationAll(people: Person[], relation: Relation): Person[] {
  const { user_id, friendship } = relation;
  if (!people.some((person) => person.user_id === user_id)) return people;
  return friendship === null
    ? people.filter((person) => person.user_id !== user_id)
    : people.map((person) => (person.user_id === user_id ? withRelation(person, relation) : person));
}

/** The server is asked for the exact state; until then nothing is offered that may not be allowed. */
function withRelation(person: Person, { friendship }: Relation): Person {
  if (friendship === null || friendship === person.friendship) return person;
  // Withdrawing a request makes it possible to send one again.
  const isRequest = friendship === 'outgoing' || person.friendship === 'outgoing';
  const befriend = isRequest && friendship !== 'friend' && person.can.befriend;
  return { ...person, friendship, can: { ...person.can, befriend, unfriend: friendship === 'friend' } };
}

function without<One extends { user: Person }>(all: One[], user_id: string): One[] {
  return all.some(({ user }) => user.user_id === user_id)
    ? all.filter(({ user }) => user.user_id !== user_id)
    : all;
}
