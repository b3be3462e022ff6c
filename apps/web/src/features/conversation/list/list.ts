import { type Live, live } from '../../../lib/state/live.ts';
import type { ListedConversation } from './listed.ts';

/** Newest first; null until they have been read. */
export type List = readonly ListedConversation[] | null;

export type ListChange =
  /** The whole list, or its beginning. */
  | { type: 'read'; all: readonly ListedConversation[] }
  /** By id; undefined: it is gone. */
  | { type: 'changed'; changed: ReadonlyMap<string, ListedConversation | undefined> }
  /** Another person uses this page now. */
  | { type: 'left' };

/** The conversations of this browser's user. What stores them writes it, and every page reads it. */
export const conversations: Live<List, ListChange> = live<List, ListChange>(null, afterChange);

/** Whether the list has everything that the account has: false while a new browser fetches it. */
export const isListWhole: Live<boolean, boolean> = live<boolean, boolean>(true, (_, now) => now);

type Ids = ReadonlySet<string>;

/** Ids of the conversations in which an answer is being received, in this tab or another. */
export const streamingConversations: Live<Ids, Ids> = live<Ids, Ids>(new Set(), (before, now) =>
  before.size === now.size && [...before].every((id) => now.has(id)) ? before : now,
);

/**
 * The list after a change. What is the same stays the same object, and so does an unchanged list: a growing answer is
 * stored every second, and that must not render anything again.
 */
export function afterChange(list: List, change: ListChange): List {
  switch (change.type) {
    case 'left':
      return null;
    case 'read':
      return shared(list, change.all);
    case 'changed': {
      if (!list) return list;
      const { changed } = change;
      const known = new Map(list.filter(({ id }) => changed.has(id)).map((one) => [one.id, one]));
      if ([...changed].every(([id, now]) => isSame(known.get(id), now))) return list;
      const others = list.filter(({ id }) => !changed.has(id));
      const now = [...changed.values()].filter((one) => one !== undefined);
      return [...others, ...now].sort((one, other) => other.lastMessageAt - one.lastMessageAt);
    }
  }
}

function shared(before: List, all: readonly ListedConversation[]): readonly ListedConversation[] {
  if (!before) return all;
  const known = new Map(before.map((one) => [one.id, one]));
  const next = all.map((one) => {
    const old = known.get(one.id);
    return old && isSame(old, one) ? old : one;
  });
  return next.length === before.length && next.every((one, at) => one === before[at]) ? before : next;
}

function isSame(one: ListedConversation | undefined, other: ListedConversation | undefined): boolean {
  if (!one || !other) return one === other;
  return (Object.keys(one) as (keyof ListedConversation)[]).every((name) => one[name] === other[name]);
}
