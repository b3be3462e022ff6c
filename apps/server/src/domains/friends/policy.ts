import type { Standing } from '@polylogue/contract';

const day = 24 * 60 * 60 * 1000;

/** For this long after being declined, the same request is not delivered (milliseconds). */
const cooldown = 30 * day;
/** A person's unanswered requests. */
const maxRequests = 100;
/** A person's friends. */
const maxFriends = 1_000;
/** The people whom one person has blocked: each is looked for in every space that they read. */
const maxBlocks = 5_000;

/** A friend request to a stranger. */
export interface RequestAttempt {
  /** The standing of the sender. */
  standing: Standing;
  /** Whether the recipient accepts requests from strangers. */
  allowsInvites: boolean;
  /** Whether the sender has the recipient's friend link. */
  hasLink: boolean;
}

/** Why a friend request to a stranger is refused, as a sentence; undefined if it is allowed. */
export function whyNoRequest({ standing, allowsInvites, hasLink }: RequestAttempt): string | undefined {
  if (standing !== 'good') {
    return 'Your account may not contact people you do not know. Contact the operator of this server.';
  }
  if (allowsInvites || hasLink) return undefined;
  return 'This person does not accept friend requests from people they do not know. Ask them for their friend link.';
}

/** Why another request may not be sent. */
export function whyNoMoreRequests(open: number): string | undefined {
  if (open < maxRequests) return undefined;
  return `You have sent ${maxRequests} friend requests that have not been answered yet. Cancel one first.`;
}

/** Why two people with this many friends may not become friends. */
export function whyNoMoreFriends(mine: number, theirs: number): string | undefined {
  const most = maxFriends.toLocaleString('en');
  if (mine >= maxFriends) return `You have ${most} friends, which is the maximum.`;
  return theirs >= maxFriends ? `This person has ${most} friends, which is the maximum.` : undefined;
}

/** Why a person who has blocked this many may not block another. */
export function whyNoMoreBlocks(made: number): string | undefined {
  if (made < maxBlocks) return undefined;
  return `You have blocked ${maxBlocks.toLocaleString('en')} people, which is the maximum. Unblock someone first.`;
}

/** Whether a request that was declined at this time may reach the same person again. */
export const isCooldownOver = (declinedAt: number, now: number) => now - declinedAt >= cooldown;
