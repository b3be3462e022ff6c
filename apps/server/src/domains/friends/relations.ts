import type { Queries } from '../../platform/database/database.ts';
import type { Relations } from '../users/service.ts';
import { friendshipIn, relationRows } from './relation-rows.ts';
import { friendStore } from './store.ts';

/** Everyone with a block between them and this person, in either direction. */
export const blockedWith = (db: Queries, userId: string): Promise<string[]> =>
  friendStore(db).blockedWith(userId);

/** For each of these people, everyone with a block between them; people without one are left out. */
export async function blocksOf(
  db: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await friendStore(db).blocksOf(userIds);
  const pairs = rows.flatMap(({ blocker_id, blocked_id }) => [
    [blocker_id, blocked_id] as const,
    [blocked_id, blocker_id] as const,
  ]);
  const wanted = new Set(userIds);
  const found = Map.groupBy(
    pairs.filter(([userId]) => wanted.has(userId)),
    ([userId]) => userId,
  );
  return new Map([...found].map(([userId, theirs]) => [userId, theirs.map(([, other]) => other)]));
}

/** Which of these people are friends of a person. */
export async function friendsAmong(
  db: Queries,
  userId: string,
  others: readonly string[],
): Promise<Set<string>> {
  if (others.length === 0) return new Set();
  const rows = await friendStore(db).friendshipsWith(userId, others);
  return new Set(rows.map(({ low_id, high_id }) => (low_id === userId ? high_id : low_id)));
}

/** People's relations, for the domain that shows people to each other. */
export function relations(db: Queries): Relations {
  const store = friendStore(db);
  return {
    async friends(of) {
      const rows = await store.friends(of);
      return rows.map(({ low_id, high_id }) => (low_id === of ? high_id : low_id));
    },
    async friendships(of, to) {
      const rowsById = await relationRows(store, of, to);
      return new Map([...rowsById].map(([other, row]) => [other, friendshipIn(row)]));
    },
    async blockedEitherWay(of, to) {
      if (to.length === 0) return new Set();
      const rows = await store.blocksWith(of, to);
      return new Set(rows.map((row) => (row.blocker_id === of ? row.blocked_id : row.blocker_id)));
    },
  };
}
