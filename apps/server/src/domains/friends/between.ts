import type { FriendStatus, Friendship } from '@polylogue/contract';
import type { FriendStore, FriendshipRow, RequestRow } from './store.ts';

/** The rows about one person and another. */
export interface Between {
  friendship?: FriendshipRow;
  /** What the one asked of the other, withdrawn or not. */
  sent?: RequestRow;
  /** What the other asked of the one, withdrawn or not. */
  received?: RequestRow;
}

/** The rows about one person and each of these; those without any are left out. */
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

/** How the other one stands to the one. To the sender a declined request looks as it did before. */
export function friendshipIn({ friendship, sent, received }: Between): Exclude<Friendship, 'self'> {
  if (friendship) return 'friend';
  if (waiting(received)) return 'incoming';
  return standing(sent) ? 'outgoing' : 'stranger';
}

export function statusOf(other: string, rows: Between = {}): FriendStatus {
  const friendship = friendshipIn(rows);
  const requests = { incoming: rows.received, outgoing: rows.sent, friend: undefined, stranger: undefined };
  return {
    user_id: other,
    friendship,
    request_id: requests[friendship]?.request_id ?? null,
    since: rows.friendship ? new Date(rows.friendship.since).toISOString() : null,
  };
}
