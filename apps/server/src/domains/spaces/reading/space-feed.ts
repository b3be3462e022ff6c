import type { Database, Queries } from '../../../platform/database/database.ts';
import type { FeedSource } from '../../../platform/live/feed-source.ts';
import type { NewsSource } from '../../../platform/live/news.ts';
import { rightsIn } from '../core/policy.ts';
import { spaceStore } from '../store/space-store.ts';
import type { ReadingSpaces } from './reading.ts';

export interface SpaceFeedDeps {
  database: Database;
  reading: Pick<ReadingSpaces, 'newMessages'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A space's feed, for sockets. */
export function spaceFeed({ database, reading, now }: SpaceFeedDeps): FeedSource {
  const store = spaceStore(database.db);
  return {
    kind: 'space',
    async watchers(spaceId, userIds) {
      const space = await store.space(spaceId);
      if (!space || space.closed_at !== null) return new Map();
      const here = await store.membersAmong(spaceId, userIds);
      const blocks = await store.blocksIn(
        spaceId,
        here.map(({ user_id }) => user_id),
      );
      return new Map(
        here.map((me) => {
          const hidden = blocks.get(me.user_id) ?? new Set<string>();
          return [me.user_id, { hidden, mayType: rightsIn({ space, me }, now()).post }];
        }),
      );
    },
    rowsAfter: reading.newMessages,
  };
}

/** Members per query. */
const page = 500;

/** What members of a space are told while they do not watch it. */
export function spaceNews(db: Queries): NewsSource {
  const store = spaceStore(db);
  return {
    members: (spaceId, after) => store.memberIdsAfter(spaceId, after, page),
    unread: store.unreadOf,
  };
}
