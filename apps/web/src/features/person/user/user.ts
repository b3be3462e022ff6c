import type { Person } from '@polylogue/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/index.ts';
import { isRefused, ModelError, orFail } from '../failure/model-error.ts';
import { paths } from '../paths.ts';
import { staleTime } from '../stale-time.ts';

const failed = 'Failed to fetch user profile';

/** The person does not exist, or the reader may not see them: the server does not distinguish the two. */
export class UserNotFound extends ModelError {
  override name = 'UserNotFound';
  constructor(cause?: unknown) {
    super('User not found', { cause });
  }
}

/** One person. Fails with UserNotFound if there is none to see. */
export const userById = (user_id: string) =>
  queryOptions<Person>({
    queryKey: [paths.user, { user_id }],
    queryFn: ({ signal }) => fetchUser(user_id, signal),
    staleTime,
  });

/** The person with that username, through the search: fails with UserNotFound if they do not allow being found. */
export const userByUsername = (username: string) =>
  queryOptions<Person>({
    queryKey: [paths.user, { username }],
    queryFn: ({ signal }) => findUser(username, signal),
    staleTime,
  });

async function fetchUser(user_id: string, signal: AbortSignal): Promise<Person> {
  try {
    return await orFail(failed, call('GET /api/v1/user', { query: { user_id } }, { signal }));
  } catch (error) {
    throw isRefused(error, 404) ? new UserNotFound(error) : error;
  }
}

async function findUser(username: string, signal: AbortSignal): Promise<Person> {
  const found = await orFail(failed, call('GET /api/v1/user/search', { query: { username } }, { signal }));
  // Normalised the way the server does it.
  const sought = username.toLowerCase().replace(/\s/g, '');
  const person = found.find((person) => person.username === sought);
  if (!person) throw new UserNotFound();
  return person;
}
