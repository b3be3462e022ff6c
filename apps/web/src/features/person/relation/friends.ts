import type {
  BlockedPerson,
  Friend,
  FriendLink,
  FriendRequest,
  FriendStatus,
  Person,
} from '@polylogue/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/index.ts';
import { orFail } from '../failure/model-error.ts';
import { paths } from '../paths.ts';
import { staleTime } from '../stale-time.ts';

// Queries about friends; the actions are in relations.ts.

/** Cached as long as everything about people; fails with a ModelError with this sentence. */
const peopleQuery = <Data>(
  queryKey: readonly string[],
  sentence: string,
  ask: (options: { signal: AbortSignal }) => Promise<Data>,
) =>
  queryOptions<Data>({
    queryKey,
    queryFn: ({ signal }) => orFail(sentence, ask({ signal })),
    staleTime,
  });

export const incomingRequests = peopleQuery<FriendRequest[]>(
  [paths.incoming],
  'Failed to retrieve incoming friend requests',
  (options) => call('GET /api/v1/user/friend-requests', {}, options),
);

export const sentRequests = peopleQuery<FriendRequest[]>(
  [paths.sent],
  'Failed to retrieve sent friend requests',
  (options) => call('GET /api/v1/user/sent-friend-requests', {}, options),
);

export const friends = peopleQuery(
  [paths.friends],
  'Failed to retrieve friends',
  // Without friend_id the answer is the list.
  (options) => call('GET /api/v1/user/friends', { query: {} }, options) as Promise<Friend[]>,
);

/** How a person is related to the reader, and the id of their open request. */
export const friendStatus = (friend_id: string) =>
  peopleQuery(
    [paths.status, friend_id],
    'Failed to retrieve friend status',
    // With friend_id the answer is about that person.
    (options) => call('GET /api/v1/user/friends', { query: { friend_id } }, options) as Promise<FriendStatus>,
  );

export const blockedUsers = peopleQuery<BlockedPerson[]>(
  [paths.blocked],
  'Failed to retrieve blocked users',
  (options) => call('GET /api/v1/user/blocked', {}, options),
);

export const friendLink = peopleQuery<FriendLink>([paths.link], 'Failed to retrieve friend link', (options) =>
  call('GET /api/v1/user/me/friend-link', {}, options),
);

/** The owner of a friend link, by its code. */
export const linkOwner = (code: string) =>
  peopleQuery<Person>([paths.linkOwner, code], 'Failed to fetch user profile', (options) =>
    call('GET /api/v1/user/friend-link', { query: { code } }, options),
  );
