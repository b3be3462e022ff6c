import type { Blocked, Friend, FriendLink, FriendRequest, FriendStatus, Person } from '@polylogue/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/index.ts';
import { orFail } from '../failure/model-error.ts';
import { paths } from '../paths.ts';
import { shelfLife } from '../shelf-life.ts';

// What is asked about friends; what is done with them stands in relations.ts.

export const incomingRequests = queryOptions<FriendRequest[]>({
  queryKey: [paths.incoming],
  queryFn: ({ signal }) =>
    orFail(
      'Failed to retrieve incoming friend requests',
      call('GET /api/v1/user/friend-requests', {}, { signal }),
    ),
  staleTime: shelfLife,
});

export const sentRequests = queryOptions<FriendRequest[]>({
  queryKey: [paths.sent],
  queryFn: ({ signal }) =>
    orFail(
      'Failed to retrieve sent friend requests',
      call('GET /api/v1/user/sent-friend-requests', {}, { signal }),
    ),
  staleTime: shelfLife,
});

export const friends = queryOptions<Friend[]>({
  queryKey: [paths.friends],
  queryFn: async ({ signal }) =>
    (await orFail(
      'Failed to retrieve friends',
      call('GET /api/v1/user/friends', { query: {} }, { signal }),
      // Without friend_id the answer is the list.
    )) as Friend[],
  staleTime: shelfLife,
});

/** How somebody stands to the signed-in person, and the id of their open request. */
export const friendStatus = (friend_id: string) =>
  queryOptions<FriendStatus>({
    queryKey: [paths.status, friend_id],
    queryFn: async ({ signal }) =>
      (await orFail(
        'Failed to retrieve friend status',
        call('GET /api/v1/user/friends', { query: { friend_id } }, { signal }),
        // With friend_id the answer is about that one.
      )) as FriendStatus,
    staleTime: shelfLife,
  });

export const blockedUsers = queryOptions<Blocked[]>({
  queryKey: [paths.blocked],
  queryFn: ({ signal }) =>
    orFail('Failed to retrieve blocked users', call('GET /api/v1/user/blocked', {}, { signal })),
  staleTime: shelfLife,
});

export const friendLink = queryOptions<FriendLink>({
  queryKey: [paths.link],
  queryFn: ({ signal }) =>
    orFail('Failed to retrieve friend link', call('GET /api/v1/user/me/friend-link', {}, { signal })),
  staleTime: shelfLife,
});

/** Whose friend link a code is of. */
export const linkOwner = (code: string) =>
  queryOptions<Person>({
    queryKey: [paths.linkOwner, code],
    queryFn: ({ signal }) =>
      orFail(
        'Failed to fetch user profile',
        call('GET /api/v1/user/friend-link', { query: { code } }, { signal }),
      ),
    staleTime: shelfLife,
  });
