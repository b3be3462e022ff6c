/** First part of the query keys of answers about people: the endpoint they came from. */
export const paths = {
  user: '/api/v1/user',
  search: '/api/v1/user/search',
  incoming: '/api/v1/user/friend-requests',
  sent: '/api/v1/user/sent-friend-requests',
  friends: '/api/v1/user/friends',
  status: '/api/v1/user/friends?friend_id',
  blocked: '/api/v1/user/blocked',
  link: '/api/v1/user/me/friend-link',
  linkOwner: '/api/v1/user/friend-link',
} as const;
