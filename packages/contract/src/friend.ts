import { z } from 'zod';
import { Friendship, Person } from './person.ts';
import { defineRoutes } from './route.ts';
import { Instant, UserId } from './user-id.ts';

const RequestId = z
  .string()
  .max(64, { abort: true })
  .regex(/^[\w-]{1,64}$/);

/** An unanswered friend request; `user` is the other person. */
export const FriendRequest = z.object({ request_id: RequestId, user: Person, created_at: Instant });
export type FriendRequest = z.infer<typeof FriendRequest>;

/** Enough to see whether the list of friend requests is another than before. */
export const FriendRequestSummary = z.object({
  count: z.int(),
  /** The id of the newest one. */
  newest: RequestId.nullable(),
});
export type FriendRequestSummary = z.infer<typeof FriendRequestSummary>;

export const Friend = z.object({ user: Person, since: Instant });
export type Friend = z.infer<typeof Friend>;

/** How a person stands to the caller; the id is of the open request, if there is one. */
export const FriendStatus = z.object({
  user_id: UserId,
  friendship: Friendship,
  request_id: RequestId.nullable(),
  since: Instant.nullable(),
});
export type FriendStatus = z.infer<typeof FriendStatus>;

/** A person whom the caller has blocked. */
export const BlockedPerson = z.object({
  user_id: UserId,
  username: z.string(),
  profile_picture_url: z.string().nullable(),
  blocked_at: Instant,
});
export type BlockedPerson = z.infer<typeof BlockedPerson>;

/** A personal link: anyone who has it may send its owner a friend request, whatever the privacy switches say. */
export const FriendLink = z.object({ url: z.url(), code: z.string() });
export type FriendLink = z.infer<typeof FriendLink>;

const LinkCode = z
  .string()
  .max(64, { abort: true })
  .regex(/^[\w-]{16,64}$/);
const Id = z.string().max(200);
const Done = z.object({});

export const friendRoutes = defineRoutes({
  incoming: {
    method: 'GET',
    path: '/api/v1/user/friend-requests',
    summary: 'Friend requests to the signed-in person, newest first',
    access: 'signed-in',
    limit: 'sync',
    reply: z.array(FriendRequest),
    refusals: ['too-many'],
  },
  summary: {
    method: 'GET',
    path: '/api/v1/user/friend-requests/summary',
    summary: 'How many friend requests wait for the signed-in person, and which is the newest',
    access: 'signed-in',
    reply: FriendRequestSummary,
    refusals: [],
  },
  sent: {
    method: 'GET',
    path: '/api/v1/user/sent-friend-requests',
    summary: 'Friend requests of the signed-in person, newest first',
    access: 'signed-in',
    limit: 'sync',
    reply: z.array(FriendRequest),
    refusals: ['too-many'],
  },
  request: {
    method: 'POST',
    path: '/api/v1/user/friend-requests',
    summary: 'Send a friend request; if the other person has already sent one, the two become friends',
    access: 'signed-in',
    limit: 'people',
    query: z.object({ friend_id: Id, code: LinkCode.optional() }),
    reply: FriendStatus,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  answer: {
    method: 'PUT',
    path: '/api/v1/user/friend-requests',
    summary: 'Accept or decline a friend request, or cancel one’s own',
    access: 'signed-in',
    limit: 'people',
    body: z.strictObject({ request_id: RequestId, action: z.enum(['accept', 'decline', 'cancel']) }),
    reply: FriendStatus,
    refusals: ['not-found', 'not-allowed', 'too-many'],
  },
  friends: {
    method: 'GET',
    path: '/api/v1/user/friends',
    summary: 'The caller’s friends, by name; or, with friend_id, that person’s relation to the caller',
    access: 'signed-in',
    limit: 'sync',
    query: z.object({ friend_id: Id.optional() }),
    reply: z.union([z.array(Friend), FriendStatus]),
    refusals: ['not-found', 'too-many'],
  },
  unfriend: {
    method: 'DELETE',
    path: '/api/v1/user/friends',
    summary: 'End a friendship; the other person is not notified',
    access: 'signed-in',
    limit: 'people',
    query: z.object({ friend_id: Id }),
    reply: Done,
    refusals: ['not-found', 'too-many'],
  },
  link: {
    method: 'GET',
    path: '/api/v1/user/me/friend-link',
    summary: 'The personal friend link',
    access: 'signed-in',
    limit: 'people',
    reply: FriendLink,
    refusals: ['too-many'],
  },
  renewLink: {
    method: 'POST',
    path: '/api/v1/user/me/friend-link',
    summary: 'Create a new friend link; the old one stops working',
    access: 'signed-in',
    limit: 'people',
    reply: FriendLink,
    refusals: ['too-many'],
  },
  linkOwner: {
    method: 'GET',
    path: '/api/v1/user/friend-link',
    summary: 'Whose friend link this is',
    access: 'signed-in',
    limit: 'people',
    query: z.object({ code: LinkCode }),
    reply: Person,
    refusals: ['not-found', 'too-many'],
  },
  block: {
    method: 'POST',
    path: '/api/v1/user/block',
    summary: 'Block a person: from now on neither sees or reaches the other; the same answer for every id',
    access: 'signed-in',
    limit: 'people',
    body: z.strictObject({ blocked_user_id: Id }),
    reply: Done,
    refusals: ['quota-used', 'too-many'],
  },
  unblock: {
    method: 'DELETE',
    path: '/api/v1/user/block',
    summary: 'Unblock a person',
    access: 'signed-in',
    limit: 'unblock',
    query: z.object({ blocked_user_id: Id }),
    reply: Done,
    refusals: ['too-many'],
  },
  blocked: {
    method: 'GET',
    path: '/api/v1/user/blocked',
    summary: 'Whom the signed-in person has blocked, newest first',
    access: 'signed-in',
    limit: 'sync',
    reply: z.array(BlockedPerson),
    refusals: ['too-many'],
  },
});
