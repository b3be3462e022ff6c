import type { Friendship } from '@polylogue/contract';

/** How a person is related to the reader, in words; nothing for strangers. */
export const friendshipWords: Record<Friendship, string | null> = {
  self: 'This is you',
  friend: 'You are friends',
  incoming: 'Wants to be your friend',
  outgoing: 'You have sent a friend request',
  stranger: null,
};
