import type { PostRow } from '@polylogue/contract';
import type { Database } from '../../../platform/database/database.ts';
import type { FeedPage } from '../../../platform/live/feed-source.ts';
import { noSpace } from '../core/policy.ts';
import type { Blocked, WithheldRow } from '../core/rows.ts';
import type { Views } from '../core/view.ts';
import { blocksIn } from '../store/blocks.ts';
import { messageStore } from '../store/message-store.ts';
import { spaceStore } from '../store/space-store.ts';

/** How many messages are sent over a socket in one frame. */
const mostAtOnce = 20;

/** New messages in a space, for everyone who watches it. */
export function readingNewMessages({ database, views }: { database: Database; views: Views }) {
  /** Withholds from each reader what is behind a block; a row is made once for everyone who sees the same. */
  async function withheldPerReader(
    spaceId: string,
    seenWithout: (blocked: Blocked) => (PostRow | WithheldRow)[],
  ): Promise<FeedPage['rowsFor']> {
    const concerned = new Set<string>();
    const whole = {
      messages: seenWithout({
        has(userId) {
          concerned.add(userId);
          return false;
        },
      }),
    };
    const blocks = await blocksIn(database.db, spaceId, [...concerned]);
    const rows = new Map([['', whole]]);
    return (userId) => {
      const blocked = [...concerned].filter((id) => blocks.get(id)?.has(userId));
      const key = blocked.join(' ');
      const known = rows.get(key) ?? { messages: seenWithout(new Set(blocked)) };
      rows.set(key, known);
      return known;
    };
  }

  return {
    /** Messages after a number, as each of the people in the space sees them, if nothing else has changed. */
    async newMessages(spaceId: string, after: number): Promise<FeedPage> {
      const { head, feed, hasOtherChanges } =
        (await spaceStore(database.db).changesBesidesMessages(spaceId, after)) ?? noSpace();
      const withoutRows = { rowsFor: () => null, head, more: false };
      if (hasOtherChanges) return withoutRows;
      const found = await messageStore(database.db).changed(feed, after, head, mostAtOnce + 1);
      if (found.length > mostAtOnce) return withoutRows;
      const { hasReactions, seenBy } = await views.withParts(found);
      // A row with reactions also shows whether the reader's own is among them.
      if (hasReactions) return withoutRows;
      return {
        rowsFor: await withheldPerReader(spaceId, (blocked) => seenBy('', blocked)),
        head,
        more: false,
      };
    },
  };
}
export type ReadingNewMessages = ReturnType<typeof readingNewMessages>;
