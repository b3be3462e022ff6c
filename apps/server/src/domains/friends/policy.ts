import type { Standing } from '@polylogue/contract';

const day = 24 * 60 * 60 * 1000;

/** So long after a no the same question reaches nobody (milliseconds). */
const quietTime = 30 * day;
/** Requests of one person that nobody has answered yet. */
const maxRequests = 100;
/** Friends of one person. */
const maxFriends = 1_000;

/** One person before another whom they do not know. */
export interface Approach {
  /** Of the one who asks. */
  standing: Standing;
  /** Of the one who is asked: whether strangers may send requests. */
  allowsInvites: boolean;
  /** Whether the one who asks has the other's friend link. */
  hasLink: boolean;
}

/** Why somebody may not send a friend request to a stranger, as a sentence; undefined: they may. */
export function whyNotAsk({ standing, allowsInvites, hasLink }: Approach): string | undefined {
  if (standing !== 'good') {
    return 'Your account may not contact people you do not know. Contact the operator of this server.';
  }
  if (allowsInvites || hasLink) return undefined;
  return 'This person does not accept friend requests from people they do not know. Ask them for their friend link.';
}

/** Why one more request may not be sent. */
export function whyNoMoreRequests(open: number): string | undefined {
  if (open < maxRequests) return undefined;
  return `You have sent ${maxRequests} friend requests that have not been answered yet. Cancel one first.`;
}

/** Why two people with so many friends may not become friends. */
export function whyNoMoreFriends(mine: number, theirs: number): string | undefined {
  const most = maxFriends.toLocaleString('en');
  if (mine >= maxFriends) return `You have ${most} friends, which is the maximum.`;
  return theirs >= maxFriends ? `This person has ${most} friends, which is the maximum.` : undefined;
}

/** Whether a request that was declined then may come before the same person again. */
export const isQuietOver = (declinedAt: number, now: number) => now - declinedAt >= quietTime;
