import type { FriendStatus, Friendship } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import { type FriendshipRow, friendshipStore } from './store/friendship-store.ts';
import { type RequestRow, requestStore } from './store/request-store.ts';

/** The rows about two people. */
export interface RelationRows {
  friendship?: FriendshipRow;
  /** The request from the first person to the second, withdrawn or not. */
  sent?: RequestRow;
  /** The request from the second person to the first, withdrawn or not. */
  received?: RequestRow;
}

/** The rows about one person and each of these others; others without any rows are left out. */
export async function relationRows(
  db: Queries,
  userId: string,
  others: readonly string[],
): Promise<Map<string, RelationRows>> {
  const found = new Map<string, RelationRows>();
  const add = (other: string, more: RelationRows) => found.set(other, { ...found.get(other), ...more });
  if (others.length === 0) return found;
  for (const row of await requestStore(db).between(userId, others)) {
    if (row.from_id === userId) add(row.to_id, { sent: row });
    else add(row.from_id, { received: row });
  }
  for (const row of await friendshipStore(db).between(userId, others)) {
    add(row.low_id === userId ? row.high_id : row.low_id, { friendship: row });
  }
  return found;
}

/** The request, unless it was taken back. */
export const notWithdrawn = (request: RequestRow | undefined) =>
  request?.withdrawn_at === null ? request : undefined;

/** The request, if it waits for an answer from its recipient. */
const unanswered = (request: RequestRow | undefined) =>
  notWithdrawn(request)?.declined_at === null ? request : undefined;

/** The second person's relation to the first. To its sender, a declined request looks unchanged. */
export function friendshipIn({ friendship, sent, received }: RelationRows): Exclude<Friendship, 'self'> {
  if (friendship) return 'friend';
  if (unanswered(received)) return 'incoming';
  return notWithdrawn(sent) ? 'outgoing' : 'stranger';
}

export function statusOf(other: string, rows: RelationRows = {}): FriendStatus {
  const friendship = friendshipIn(rows);
  const requests = { incoming: rows.received, outgoing: rows.sent, friend: undefined, stranger: undefined };
  return {
    user_id: other,
    friendship,
    request_id: requests[friendship]?.request_id ?? null,
    since: rows.friendship ? new Date(rows.friendship.since).toISOString() : null,
  };
}
