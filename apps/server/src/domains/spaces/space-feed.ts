import type { Database } from '../../platform/database/database.ts';
import type { FeedSource } from '../../platform/live/feed-source.ts';
import type { ReadingSpaces } from './reading.ts';
import { spaceStore } from './store.ts';

export interface SpaceFeedDeps {
  database: Database;
  reading: Pick<ReadingSpaces, 'newMessages'>;
  /** For each of these people, everyone on the other side of a block. */
  blocksOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** A space's feed, for sockets. */
export function spaceFeed({ database, reading, blocksOf }: SpaceFeedDeps): FeedSource {
  const store = spaceStore(database.db);
  return {
    kind: 'space',
    async watchers(spaceId, userIds) {
      const space = await store.space(spaceId);
      if (!space || space.closed_at !== null) return new Map();
      const here = (await store.membersAmong(spaceId, userIds)).map(({ user_id }) => user_id);
      const blocks = await blocksOf(here);
      const concerned = new Set(
        await store.everMembersAmong(spaceId, [...new Set([...blocks.values()].flat())]),
      );
      return new Map(
        here.map((userId) => [userId, new Set(blocks.get(userId)?.filter((id) => concerned.has(id)))]),
      );
    },
    rowsAfter: reading.newMessages,
  };
}
