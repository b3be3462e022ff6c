import type { Database } from '../../platform/database/database.ts';
import type { FeedSource } from '../../platform/live/feed-source.ts';
import { rightsIn } from './policy.ts';
import type { ReadingSpaces } from './reading.ts';
import { spaceStore } from './store.ts';

export interface SpaceFeedDeps {
  database: Database;
  reading: Pick<ReadingSpaces, 'newMessages'>;
  /** For each of these people, everyone on the other side of a block. */
  blocksOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A space's feed, for sockets. */
export function spaceFeed({ database, reading, blocksOf, now }: SpaceFeedDeps): FeedSource {
  const store = spaceStore(database.db);
  return {
    kind: 'space',
    async watchers(spaceId, userIds) {
      const space = await store.space(spaceId);
      if (!space || space.closed_at !== null) return new Map();
      const here = await store.membersAmong(spaceId, userIds);
      const blocks = await blocksOf(here.map(({ user_id }) => user_id));
      const concerned = new Set(
        await store.everMembersAmong(spaceId, [...new Set([...blocks.values()].flat())]),
      );
      return new Map(
        here.map((me) => [
          me.user_id,
          {
            hidden: new Set(blocks.get(me.user_id)?.filter((id) => concerned.has(id))),
            mayType: rightsIn({ space, me }, now()).post,
          },
        ]),
      );
    },
    rowsAfter: reading.newMessages,
  };
}
