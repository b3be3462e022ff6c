import type { Person, SearchField } from '@polylogue/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/index.ts';
import { orFail } from '../failure/model-error.ts';
import { paths } from '../paths.ts';

/** How long a search may take, in ms. */
const patience = 15_000;
/** How long a result is reused while the reader types back and forth, in ms. */
const freshness = 30_000;

export interface FoundUsers {
  users: Person[];
  /** False if part of the search failed or took too long: there may be more people. */
  isComplete: boolean;
}

/** People the text may refer to. */
export const userSearch = (text: string) =>
  queryOptions<FoundUsers>({
    queryKey: [paths.search, text],
    queryFn: ({ signal }) => searchUsers(text, signal),
    staleTime: freshness,
  });

/** The fields a text is looked up in. */
export function searchFields(text: string): SearchField[] {
  if (text.includes(' ')) return ['full_name'];
  if (text.includes('@')) return ['email'];
  return ['username', 'first_name', 'last_name'];
}

/** Shown when some fields have failed. */
export const partly = 'Part of the search did not answer, so there may be more.';

/** Searches all fields in parallel. Fails only if every one of them does. */
export async function searchUsers(text: string, signal?: AbortSignal): Promise<FoundUsers> {
  const limit = AbortSignal.timeout(patience);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  const searches = searchFields(text).map((field) =>
    call('GET /api/v1/user/search', { query: { [field]: text } }, { signal: either }),
  );
  // If nothing was found, the first failure says why.
  await orFail(
    'Failed to search for people',
    Promise.any(searches).catch(() => Promise.all(searches)),
  );
  const answers = await Promise.allSettled(searches);
  signal?.throwIfAborted();
  return {
    users: merged(answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))),
    isComplete: answers.every(({ status }) => status === 'fulfilled'),
  };
}

/** Everyone once, in field order. */
const merged = (people: Person[]): Person[] => [
  ...new Map(people.map((person) => [person.user_id, person])).values(),
];
