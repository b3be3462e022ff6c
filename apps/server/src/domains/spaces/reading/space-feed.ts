import type { Queries } from '../../../platform/database/database.ts';
import type { FeedSource } from '../../../platform/live/feed-source.ts';
import type { NewsSource } from '../../../platform/live/news.ts';
import type { SpaceContext } from '../core/context.ts';
import { rightsIn } from '../core/policy.ts';
import { blocksIn } from '../store/blocks.ts';
import { memberStore } from '../store/member-store.ts';
import { readingStore } from '../store/reading-store.ts';
import { spaceStore } from '../store/space-store.ts';
import { changedRows } from './changed-rows.ts';

/** A space's feed, for sockets. */
export function spaceFeed({
  database,
  views,
  now,
}: Pick<SpaceContext, 'database' | 'views' | 'now'>): FeedSource {
  return {
    kind: 'space',
    async watchers(spaceId, userIds) {
      const space = await spaceStore(database.db).find(spaceId);
      if (!space || space.closed_at !== null) return new Map();
      const here = await memberStore(database.db).among(spaceId, userIds);
      const blocks = await blocksIn(
        database.db,
        spaceId,
        here.map(({ user_id }) => user_id),
      );
      return new Map(
        here.map((me) => {
          const hidden = blocks.get(me.user_id) ?? new Set<string>();
          return [me.user_id, { hidden, mayWrite: rightsIn({ space, me }, now()).post }];
        }),
      );
    },
    rowsAfter: changedRows(database, views),
  };
}

/** Members per query. */
const page = 500;

/** What members of a space are told while they do not watch it. */
export function spaceNews(db: Queries): NewsSource {
  return {
    members: (spaceId, after) => memberStore(db).idsAfter(spaceId, after, page),
    unread: readingStore(db).unreadOf,
  };
}
