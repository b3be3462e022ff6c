import type { PostRow } from '@polylogue/contract';
import type { Database } from '../../../platform/database/database.ts';
import type { FeedPage } from '../../../platform/live/feed-source.ts';
import { noSpace } from '../core/policy.ts';
import type { Blocked, WithheldRow } from '../core/rows.ts';
import type { Views } from '../core/view.ts';
import { blocksIn } from '../store/blocks.ts';
import { memberStore } from '../store/member-store.ts';
import { messageStore } from '../store/message-store.ts';
import { spaceStore } from '../store/space-store.ts';

/** How many messages are sent over a socket in one frame, and changes of members joined in one. */
const mostAtOnce = 20;
/** How many different texts a frame is made in, at most. */
const mostViews = 100;

/** What frames say of a space: rows as each of its people would fetch them, read once for all. */
export function changedRows(database: Database, views: Pick<Views, 'withParts'>) {
  type Seen = (PostRow | WithheldRow)[];

  /**
   * Messages as each reader sees them: without what is behind a block, and with the reader's own reactions marked. They
   * are made once for everyone who sees the same.
   */
  async function messagesPerReader(
    spaceId: string,
    { seenBy, ownIn }: Awaited<ReturnType<Views['withParts']>>,
  ): Promise<(userId: string) => Seen | null> {
    const concerned = new Set<string>();
    const whole = seenBy('', {
      has(userId) {
        concerned.add(userId);
        return false;
      },
    });
    const blocks = await blocksIn(database.db, spaceId, [...concerned]);
    const seen = new Map([[JSON.stringify([[], []]), whole]]);
    return (userId) => {
      const blocked = [...concerned].filter((id) => blocks.get(id)?.has(userId));
      const key = JSON.stringify([blocked, ownIn(userId)]);
      const known = seen.get(key);
      if (known || seen.size >= mostViews) return known ?? null;
      const messages = seenBy(userId, new Set(blocked) satisfies Blocked);
      seen.set(key, messages);
      return messages;
    };
  }

  /**
   * What has changed after a number. Null for who is to fetch it: those whose own rights may have changed, and everyone
   * after a change of the space or its sessions, or of more than fits.
   */
  return async (spaceId: string, after: number): Promise<FeedPage> => {
    const changes = (await spaceStore(database.db).changesAfter(spaceId, after)) ?? noSpace();
    const { head, feed, people } = changes;
    const withoutRows = { rowsFor: () => null, head, more: false };
    if (changes.others) return withoutRows;
    const members = changes.members
      ? await memberStore(database.db).changed(spaceId, after, head, mostAtOnce + 1)
      : [];
    const found = await messageStore(database.db).changed(feed, after, head, mostAtOnce + 1);
    if (Math.max(found.length, members.length) > mostAtOnce) return withoutRows;
    const messagesFor = await messagesPerReader(spaceId, await views.withParts(found));
    const changed = new Set(members.map(({ user_id }) => user_id));
    const rows = new Map<object, Record<string, unknown[]>>();
    return {
      rowsFor(userId) {
        const messages = changed.has(userId) ? null : messagesFor(userId);
        if (!messages) return null;
        const known = rows.get(messages) ?? { messages, ...(changes.members && { people: [people] }) };
        rows.set(messages, known);
        return known;
      },
      head,
      more: false,
    };
  };
}
