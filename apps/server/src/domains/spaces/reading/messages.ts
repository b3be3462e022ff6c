import { spaceLimits } from '@polylogue/sync';
import { feedNumberOf } from '../../../platform/feed/feeds.ts';
import type { SpaceContext } from '../core/context.ts';
import { firstVersionLifetime, isHost, noMessage } from '../core/policy.ts';
import { namedIn } from '../core/rows.ts';
import { pinnedIn } from '../posts/pins.ts';
import { messageStore } from '../store/message-store.ts';

import { headOf } from './head-of.ts';

/** The messages of a space: one, or a page of them. */
export function readingMessages({ database, views, now }: Pick<SpaceContext, 'database' | 'views' | 'now'>) {
  /** A message as stored, and as one person sees it. */
  async function messageFor(userId: string, spaceId: string, messageId: string) {
    const { space, me } = await views.membership(userId, spaceId);
    const row = (await messageStore(database.db).find(space.feed, messageId)) ?? noMessage();
    const [message = noMessage()] = await (await views.rowsOf(userId, spaceId)).messages([row]);
    return { row, message, me };
  }

  return {
    messageFor,

    async messages(userId: string, spaceId: string, before: number | undefined, limit: number) {
      const { space, me } = await views.membership(userId, spaceId);
      const head = await headOf(database, spaceId);
      const shown = await views.rowsOf(userId, spaceId);
      const sizes = await messageStore(database.db).before(space.feed, before, limit + 1);
      const rowIds = fitting(sizes.slice(0, limit));
      const found = (await messageStore(database.db).rows(rowIds)).sort(
        (one, other) => one.row_id - other.row_id,
      );
      const messages = await shown.messages(found);
      const [first] = found;
      return {
        messages,
        people: await views.peopleIn(spaceId, userId, namedIn({ messages })),
        next: first && rowIds.length < sizes.length ? feedNumberOf(first.row_id) : null,
        view: await shown.version(space, me),
        head,
      };
    },

    async pins(userId: string, spaceId: string) {
      const { space } = await views.membership(userId, spaceId);
      const shown = await views.rowsOf(userId, spaceId);
      const messages = await shown.messages(await pinnedIn(database.db, space));
      return { messages, people: await views.peopleIn(spaceId, userId, namedIn({ messages })) };
    },

    async message(userId: string, spaceId: string, messageId: string) {
      const { row, message, me } = await messageFor(userId, spaceId, messageId);
      const hasFirstVersion =
        row.first_edited_at !== null && row.first_edited_at > now() - firstVersionLifetime;
      return {
        message,
        people: await views.peopleIn(spaceId, userId, namedIn({ messages: [message] })),
        first_body: isHost(me) && hasFirstVersion && !('is_withheld' in message) ? row.first_body : null,
      };
    },
  };
}

/** The first rows that fit on a page, at least one. */
function fitting(sizes: readonly { row_id: number; bytes: number }[]): number[] {
  let bytes = 0;
  const end = sizes.findIndex((size, at) => {
    bytes += size.bytes;
    return at > 0 && bytes > spaceLimits.pageBytes;
  });
  return sizes.slice(0, end < 0 ? sizes.length : end).map(({ row_id }) => row_id);
}
