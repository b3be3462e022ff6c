import type { OwnSpace } from '@polylogue/contract';
import { feedStore } from '../../../platform/feed/feeds.ts';
import type { Hub } from '../../../platform/live/hub.ts';
import type { SpaceContext } from '../core/context.ts';
import { noSpace, rightsIn } from '../core/policy.ts';
import { ownMarksOf } from '../core/rows.ts';
import { type Membership, membershipStore } from '../store/membership-store.ts';
import { mostUnread, readingStore } from '../store/reading-store.ts';
import { sessionStore } from '../store/session-store.ts';
import { spaceStore } from '../store/space-store.ts';

/** People counted as present in a space; there may be more. */
const mostHere = 100;

/** The spaces that a person is in, with what they may do and have not read there. */
export function listingSpaces({
  database,
  views,
  sockets,
  now,
}: Pick<SpaceContext, 'database' | 'views' | 'now'> & { sockets(): Pick<Hub, 'countPeople'> }) {
  const feeds = feedStore(database.db);

  /** The spaces as listed for a person; `heads` were read before them, so that no change in between is skipped. */
  async function listed(
    userId: string,
    heads: ReadonlyMap<string, number>,
    memberships: readonly Membership[],
    only?: string,
  ): Promise<OwnSpace[]> {
    const ids = memberships.map(({ space }) => space.space_id);
    const shown = await views.rowsOf(userId);
    const notCounted = new Set([userId, ...shown.blocked]);
    const unread = await readingStore(database.db).unread(userId, only);
    const sessions = await sessionStore(database.db).coming(ids, now());
    return memberships.map(({ space, me }): OwnSpace => {
      const next = sessions
        .filter(({ space_id }) => space_id === space.space_id)
        .map(shown.session)
        .find((one) => 'session_id' in one);
      return {
        space: shown.space(space),
        role: me.role,
        can: rightsIn({ space, me }, now()),
        head: heads.get(space.space_id) ?? 0,
        people: space.people,
        people_here: sockets().countPeople(space.space_id, notCounted, mostHere),
        last_post_at: space.last_post_at,
        unread: Math.min(unread.get(space.space_id) ?? 0, mostUnread),
        ...ownMarksOf(me),
        tells_waiting: me.tells_waiting,
        muted_until: me.muted_until,
        next_session: (space.archived_at === null && next) || null,
        closed_at: space.closed_at,
      };
    });
  }

  return {
    async read(userId: string, spaceId: string): Promise<OwnSpace> {
      const heads = await feeds.heads([spaceId]);
      const membership = await views.membership(userId, spaceId);
      const [own = noSpace()] = await listed(userId, heads, [membership], spaceId);
      return own;
    },

    async list(userId: string): Promise<{ spaces: OwnSpace[] }> {
      const heads = await feeds.heads(
        (await membershipStore(database.db).current(userId)).map(({ space_id }) => space_id),
      );
      const mine = await membershipStore(database.db).current(userId);
      const rows = new Map(
        (await spaceStore(database.db).some(mine.map(({ space_id }) => space_id))).map((space) => [
          space.space_id,
          space,
        ]),
      );
      const standings = mine.flatMap((me) => {
        const space = rows.get(me.space_id);
        return space ? { space, me } : [];
      });
      const at = ({ space }: Membership) => space.last_post_at ?? space.created_at;
      return {
        spaces: await listed(
          userId,
          heads,
          standings.sort((one, other) => at(other) - at(one)),
        ),
      };
    },
  };
}
export type ListingSpaces = ReturnType<typeof listingSpaces>;
