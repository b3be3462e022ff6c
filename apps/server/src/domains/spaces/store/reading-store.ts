import { type RawBuilder, sql } from 'kysely';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { rowIdOf, rowsPerFeed } from '../../../platform/feed/feeds.ts';
import { blocksBetween } from './blocks.ts';
import type { MemberRow } from './member-store.ts';
import type { Membership } from './membership-store.ts';

/** Unread posts are counted up to this number. */
export const mostUnread = 100;

/** What the people in spaces have read, on the database or in a transaction. */
export function readingStore(db: Queries) {
  /** What may be unread: undeleted posts that the person did not write. */
  const postsOfOthers = (userId: string | RawBuilder<string>) =>
    db
      .selectFrom('space_messages as post')
      .select('post.row_id')
      .where('post.kind', '=', 'post')
      .where('post.deleted_at', 'is', null)
      .where((of) => of.or([of('post.by_id', 'is', null), of('post.by_id', '!=', userId)]));

  const unreadCounts = () =>
    db
      .selectFrom('space_members')
      .innerJoin('spaces', 'spaces.space_id', 'space_members.space_id')
      .select((eb) => {
        const member = sql.ref<string>('space_members.user_id');
        const firstRow = eb('spaces.feed', '*', eb.lit(rowsPerFeed));
        const counted = postsOfOthers(member)
          .where((of) =>
            of.or([of('post.by_id', 'is', null), of.not(of.exists(blocksBetween(db, member, 'post.by_id')))]),
          )
          .where('post.row_id', '>', eb(firstRow, '+', eb.ref('space_members.read_number')))
          .where('post.row_id', '<', eb(firstRow, '+', eb.lit(rowsPerFeed)))
          .limit(mostUnread)
          .as('counted');
        return [
          'space_members.space_id',
          'space_members.user_id',
          eb
            .selectFrom(counted)
            .select((of) => of.fn.countAll().as('posts'))
            .as('unread'),
        ];
      })
      .where('space_members.left_at', 'is', null);
  return {
    /** Takes no number in the feed; positions only move forward. */
    async change(
      spaceId: string,
      userId: string,
      {
        read_number,
        seen_at,
        ...chosen
      }: Partial<Pick<MemberRow, 'read_number' | 'seen_at' | 'notify' | 'tells_waiting'>>,
    ) {
      const mine = () =>
        db.updateTable('space_members').where('space_id', '=', spaceId).where('user_id', '=', userId);
      if (read_number !== undefined) {
        await mine().set({ read_number }).where('read_number', '<', read_number).execute();
      }
      if (seen_at !== undefined) {
        const isEarlier = sql<boolean>`coalesce(seen_at, 0) < ${seen_at}`;
        await mine().set({ seen_at }).where(isEarlier).execute();
      }
      if (Object.keys(chosen).length > 0) await mine().set(chosen).execute();
    },

    /** After a post, which its author has read unless something of others before it is unread. */
    async posted({ space, me }: Membership, posted_at: number, number: number) {
      const { space_id, feed } = space;
      await db
        .updateTable('space_members')
        .set((eb) => ({
          posted_at,
          read_number: eb
            .case()
            .when(
              eb.exists(
                postsOfOthers(me.user_id)
                  .where('post.row_id', '>', sql<number>`cast(${rowIdOf(feed, 0)} as bigint) + read_number`)
                  .where('post.row_id', '<', rowIdOf(feed, number)),
              ),
            )
            .then(eb.ref('read_number'))
            .else(number)
            .end(),
        }))
        .where('space_id', '=', space_id)
        .where('user_id', '=', me.user_id)
        .execute();
    },

    /** Unread posts per space, counted up to the maximum, without those of people behind a block. */
    async unread(userId: string, only?: string): Promise<Map<string, number>> {
      const rows = await unreadCounts()
        .where('space_members.user_id', '=', userId)
        .$if(only !== undefined, (query) => query.where('space_members.space_id', '=', only ?? ''))
        .execute();
      return new Map(rows.map(({ space_id, unread }) => [space_id, Number(unread)]));
    },

    /** The same of one space, by person. */
    async unreadOf(spaceId: string, userIds: readonly string[]): Promise<Map<string, number>> {
      const rows = await inBatches(userIds, (some) =>
        unreadCounts()
          .where('space_members.space_id', '=', spaceId)
          .where('space_members.user_id', 'in', some)
          .execute(),
      );
      return new Map(rows.map(({ user_id, unread }) => [user_id, Number(unread)]));
    },
  };
}
