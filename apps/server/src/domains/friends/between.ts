import type { FriendStatus, Friendship } from '@polylogue/contract';
import type { FriendStore, FriendshipRow, RequestRow } from './store.ts';

/** What is kept of one person and another. */
export interface Between {
  friendship?: FriendshipRow;
  /** What the one asked of the other, withdrawn or not. */
  sent?: RequestRow;
  /** What the other asked of the one, withdrawn or not. */
  received?: RequestRow;
}

/** What is kept of one person and each of these; where there is nothing, they are left out. */
export async function between(
  store: FriendStore,
  userId: string,
  others: readonly string[],
): Promise<Map<string, Between>> {
  const found = new Map<string, Between>();
  const add = (other: string, more: Between) => found.set(other, { ...found.get(other), ...more });
  if (others.length === 0) return found;
  for (const row of await store.requestsWith(userId, others)) {
    if (row.from_id === userId) add(row.to_id, { sent: row });
    else add(row.from_id, { received: row });
  }
  for (const row of await store.friendshipsWith(userId, others)) {
    add(row.low_id === userId ? row.high_id : row.low_id, { friendship: row });
  }
  return found;
}

/** The request, if it was not taken back. */
export const standing = (request: RequestRow | undefined) =>
  request?.withdrawn_at === null ? request : undefined;

/** The request, if it waits for an answer of the one it was sent to. */
const waiting = (request: RequestRow | undefined) =>
  standing(request)?.declined_at === null ? request : undefined;

/** How the other one stands to the one. Who was declined is not told: their request stays what it was. */
export function friendshipIn({ friendship, sent, received }: Between): Exclude<Friendship, 'self'> {
  if (friendship) return 'friend';
  if (waiting(received)) return 'incoming';
  return standing(sent) ? 'outgoing' : 'stranger';
}

export function statusOf(other: string, met: Between = {}): FriendStatus {
  const friendship = friendshipIn(met);
  const requests = { incoming: met.received, outgoing: met.sent, friend: undefined, stranger: undefined };
  return {
    user_id: other,
    friendship,
    request_id: requests[friendship]?.request_id ?? null,
    since: met.friendship ? new Date(met.friendship.since).toISOString() : null,
  };
}
