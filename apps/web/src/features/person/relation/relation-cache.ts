import type { QueryClient } from '@tanstack/react-query';
import { paths } from '../paths.ts';
import { UserNotFound } from '../user/user.ts';
import { queryAfter, type Relation } from './relation.ts';

interface Known {
  queryKey: readonly unknown[];
  state: { error: unknown };
}

const all: ReadonlySet<unknown> = new Set(Object.values(paths));
const isAboutPeople = ({ queryKey: [path] }: Known) => all.has(path);
// Queries that count against the person's limits are not repeated in the background.
const once: ReadonlySet<unknown> = new Set([paths.search, paths.link, paths.linkOwner]);
// A person who no longer exists stays so while their page is open.
const isAskedAgain = ({ queryKey: [path], state }: Known) =>
  all.has(path) && !once.has(path) && !(state.error instanceof UserNotFound);

/** Applies a relation to everything cached, before the server has confirmed it. Returns a function that undoes it. */
export async function applyRelation(cache: QueryClient, relation: Relation): Promise<() => void> {
  // Responses already on their way predate the change.
  await cache.cancelQueries({ predicate: isAskedAgain });
  const changed = cache
    .getQueryCache()
    .findAll({ predicate: isAboutPeople })
    .map((query) => ({
      query,
      before: query.state,
      now: queryAfter(query.queryKey[0], query.state, relation),
    }))
    .filter(({ before, now }) => now !== before);
  for (const { query, now } of changed) query.setState(now);
  return () => {
    for (const { query, before, now } of changed) {
      const { data, status, error } = before;
      const isAsItWasLeft = query.state.data === now.data && query.state.error === now.error;
      // Changes made since then are not undone with it.
      if (isAsItWasLeft) query.setState({ data, status, error });
      else void cache.invalidateQueries({ predicate: (one) => one === query });
    }
  };
}

/** Refetches what is on screen, and the rest when it is needed: the server knows best. */
export function refetchPeople(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ predicate: isAskedAgain });
}
