import { inBatches } from '../../platform/database/batches.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Relations } from '../users/service.ts';
import { friendshipIn, relationRows } from './relation-rows.ts';
import { blockStore } from './store/block-store.ts';
import { friendshipStore } from './store/friendship-store.ts';

/** Which of these people have a block between them and a person, in either direction. */
export async function blockedAmong(
  db: Queries,
  userId: string,
  others: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(others, (some) => blockStore(db).between(userId, some));
  return new Set(rows.map((row) => (row.blocker_id === userId ? row.blocked_id : row.blocker_id)));
}

/** Which of these people are friends of a person. */
export async function friendsAmong(
  db: Queries,
  userId: string,
  others: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(others, (some) => friendshipStore(db).between(userId, some));
  return new Set(rows.map(({ low_id, high_id }) => (low_id === userId ? high_id : low_id)));
}

/** People's relations, for the domain that shows people to each other. */
export function relations(db: Queries): Relations {
  return {
    async friends(of) {
      const rows = await friendshipStore(db).of(of);
      return rows.map(({ low_id, high_id }) => (low_id === of ? high_id : low_id));
    },
    async friendships(of, to) {
      const rowsById = await relationRows(db, of, to);
      return new Map([...rowsById].map(([other, row]) => [other, friendshipIn(row)]));
    },
    blockedEitherWay: (of, to) => blockedAmong(db, of, to),
  };
}
