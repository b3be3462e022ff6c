import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/index.ts';
import { orFail } from '../../person/index.ts';
import { freshFor, spaceQuery, spacesKey } from '../../space/index.ts';

/** What the AI of a space cost, by member. */
export const spaceCosts = (space_id: string) =>
  spaceQuery(['costs', space_id], 'Failed to load the costs', async (options) => {
    const { members } = await call('GET /api/v1/spaces/:space_id/costs', { params: { space_id } }, options);
    return members;
  });

/** A few of those who are in a space now. */
export const someMembers = (space_id: string) =>
  spaceQuery(['some-members', space_id], 'Failed to load the members', async (options) => {
    const query = { limit: 5 };
    const { people } = await call(
      'GET /api/v1/spaces/:space_id/members',
      { params: { space_id }, query },
      options,
    );
    return people;
  });

/** The first members of a space, by id; with `q`, those whose username or first name begins with it. */
export const spaceMembers = (space_id: string, q = '') => membersQuery('members', space_id, q ? { q } : {});

/** Who is banned from a space, for hosts. */
export const bannedFrom = (space_id: string) => membersQuery('banned', space_id, { banned: 'true' });

const membersQuery = (key: string, space_id: string, query: { q?: string; banned?: 'true' }) =>
  infiniteQueryOptions({
    queryKey: [spacesKey, key, space_id, query.q ?? ''],
    queryFn: ({ pageParam, signal }) =>
      orFail(
        query.banned ? 'Failed to load the banned people' : 'Failed to load the members',
        call(
          'GET /api/v1/spaces/:space_id/members',
          { params: { space_id }, query: { ...query, ...(pageParam && { after: pageParam }) } },
          { signal },
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: freshFor,
  });
