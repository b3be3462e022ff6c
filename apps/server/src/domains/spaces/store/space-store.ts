import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { afterPrefix } from '../../../platform/database/folded.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { rowIdOf, rowsPerFeed } from '../../../platform/feed/feeds.ts';

export type SpaceRow = Selectable<Tables['spaces']>;
export type MemberRow = Selectable<Tables['space_members']>;
export type SessionTableRow = Selectable<Tables['space_sessions']>;

/** A space, and one of the people in it. */
export interface Membership {
  space: SpaceRow;
  me: MemberRow;
}

/** The columns of a member, for a query that also reads the space. */
const memberColumns = [
  'space_id',
  'user_id',
  'role',
  'seq',
  'joined_at',
  'left_at',
  'is_removed',
  'is_banned',
  'muted_until',
  'posted_at',
  'read_number',
  'seen_at',
  'notify',
] as const satisfies (keyof MemberRow)[];
const mine = memberColumns.map((column) => `me.${column} as my_${column}` as const);

/** Unread posts are counted up to this number. */
export const mostUnread = 100;

/** Spaces, their members and their sessions, on the database or in a transaction. */
export function spaceStore(db: Queries) {
  const membersOf = (spaceId: string) => db.selectFrom('space_members').where('space_id', '=', spaceId);
  const currentMembers = (spaceId: string) => membersOf(spaceId).where('left_at', 'is', null);
  const sessionsOf = (spaceId: string) =>
    db.selectFrom('space_sessions').selectAll().where('space_id', '=', spaceId);

  /** A space with the row of someone who is in it. */
  const joined = (spaceId: string, userId: string) =>
    db
      .selectFrom('spaces')
      .innerJoin('space_members as me', 'me.space_id', 'spaces.space_id')
      .where('spaces.space_id', '=', spaceId)
      .where('me.user_id', '=', userId)
      .where('me.left_at', 'is', null);

  /** What may be unread: undeleted posts that the person did not write. */
  const postsOfOthers = (userId: string | RawBuilder<string>) =>
    db
      .selectFrom('space_messages as post')
      .select('post.row_id')
      .where('post.kind', '=', 'post')
      .where('post.deleted_at', 'is', null)
      .where((of) => of.or([of('post.by_id', 'is', null), of('post.by_id', '!=', userId)]));

  /** Everyone on the other side of a block with a person, in a query: there may be too many for a list. */
  const behindBlocksOf = (userId: string) =>
    db
      .selectFrom('blocks')
      .select('blocked_id as user_id')
      .where('blocker_id', '=', userId)
      .unionAll(db.selectFrom('blocks').select('blocker_id as user_id').where('blocked_id', '=', userId));

  // About a person and someone whom the surrounding query names.
  type Other = 'post.by_id' | 'users.user_id';
  const blocksBetween = (userId: string | RawBuilder<string>, other: Other) =>
    db
      .selectFrom('blocks')
      .select('blocked_at')
      .where((of) =>
        of.or([
          of.and([of('blocker_id', '=', userId), of('blocked_id', '=', sql.ref<string>(other))]),
          of.and([of('blocked_id', '=', userId), of('blocker_id', '=', sql.ref<string>(other))]),
        ]),
      );
  const unreadCounts = () =>
    db
      .selectFrom('space_members')
      .innerJoin('spaces', 'spaces.space_id', 'space_members.space_id')
      .select((eb) => {
        const member = sql.ref<string>('space_members.user_id');
        const firstRow = eb('spaces.feed', '*', eb.lit(rowsPerFeed));
        const counted = postsOfOthers(member)
          .where((of) =>
            of.or([of('post.by_id', 'is', null), of.not(of.exists(blocksBetween(member, 'post.by_id')))]),
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
  const friendshipBetween = (userId: string, other: Other) =>
    db
      .selectFrom('friendships')
      .select('since')
      .where((of) =>
        of.or([
          of.and([of('low_id', '=', userId), of('high_id', '=', sql.ref<string>(other))]),
          of.and([of('high_id', '=', userId), of('low_id', '=', sql.ref<string>(other))]),
        ]),
      );

  async function space(spaceId: string): Promise<SpaceRow | undefined> {
    return db.selectFrom('spaces').selectAll().where('space_id', '=', spaceId).executeTakeFirst();
  }

  async function member(spaceId: string, userId: string): Promise<MemberRow | undefined> {
    return membersOf(spaceId).selectAll().where('user_id', '=', userId).executeTakeFirst();
  }

  return {
    space,
    member,

    /** Undefined if the space does not exist, or the person is not in it. */
    async membership(spaceId: string, userId: string): Promise<Membership | undefined> {
      const row = await joined(spaceId, userId).selectAll('spaces').select(mine).executeTakeFirst();
      return row && membershipIn(row);
    },

    /** Undefined as above; cheaper than the whole membership. */
    feedOfMember: (spaceId: string, userId: string): Promise<Pick<SpaceRow, 'feed'> | undefined> =>
      joined(spaceId, userId).select('spaces.feed').executeTakeFirst(),

    async spaces(ids: readonly string[]): Promise<SpaceRow[]> {
      if (ids.length === 0) return [];
      return db.selectFrom('spaces').selectAll().where('space_id', 'in', ids).execute();
    },

    async addSpace(row: SpaceRow): Promise<void> {
      await db.insertInto('spaces').values(row).execute();
    },

    async changeSpace(spaceId: string, change: Updateable<Tables['spaces']>): Promise<void> {
      await db.updateTable('spaces').set(change).where('space_id', '=', spaceId).execute();
    },

    /** Public spaces after a place, newest first; with a prefix, those whose names begin with it. */
    publicSpaces(before: { at: number; id: string } | undefined, prefix: string, limit: number) {
      return db
        .selectFrom('spaces')
        .selectAll()
        .where('visibility', '=', 'public')
        .where('archived_at', 'is', null)
        .where('closed_at', 'is', null)
        .$if(prefix !== '', (query) =>
          query.where('name_folded', '>=', prefix).where('name_folded', '<', afterPrefix(prefix)),
        )
        .$if(before !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, space_id) < (${before?.at}, ${before?.id})`),
        )
        .orderBy('created_at', 'desc')
        .orderBy('space_id', 'desc')
        .limit(limit)
        .execute();
    },

    // Members.

    /** Of a known member, what they set themselves stays: it may have changed since the row was read. */
    async putMember(row: MemberRow): Promise<void> {
      const { space_id, user_id, read_number, seen_at, notify, ...change } = row;
      await db
        .insertInto('space_members')
        .values(row)
        .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet(change))
        .execute();
    },

    /** Takes no number in the feed; positions only move forward. */
    async changeReading(
      spaceId: string,
      userId: string,
      { read_number, seen_at, notify }: Partial<Pick<MemberRow, 'read_number' | 'seen_at' | 'notify'>>,
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
      if (notify !== undefined) await mine().set({ notify }).execute();
    },

    /** After a post, which its author has read unless something of others before it is unread. */
    async changePosted({ space, me }: Membership, posted_at: number, number: number) {
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

    /** After a reaction: slow mode counts it, too. */
    async setPostedAt({ space, me }: Membership, posted_at: number) {
      await db
        .updateTable('space_members')
        .set({ posted_at })
        .where('space_id', '=', space.space_id)
        .where('user_id', '=', me.user_id)
        .execute();
    },

    async memberships(userId: string): Promise<MemberRow[]> {
      return db
        .selectFrom('space_members')
        .selectAll()
        .where('user_id', '=', userId)
        .where('left_at', 'is', null)
        .execute();
    },

    async countMemberships(userId: string): Promise<number> {
      const { count } = await db
        .selectFrom('space_members')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('left_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** All of a person's memberships, including past ones. */
    async everyMembership(userId: string, limit: number, after = ''): Promise<MemberRow[]> {
      return db
        .selectFrom('space_members')
        .selectAll()
        .where('user_id', '=', userId)
        .where('space_id', '>', after)
        .orderBy('space_id')
        .limit(limit)
        .execute();
    },

    async removeMember(spaceId: string, userId: string): Promise<void> {
      await db
        .deleteFrom('space_members')
        .where('space_id', '=', spaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    /** Which of these people are in the space. */
    async membersAmong(spaceId: string, userIds: readonly string[]): Promise<MemberRow[]> {
      return inBatches(userIds, (some) =>
        currentMembers(spaceId).selectAll().where('user_id', 'in', some).execute(),
      );
    },

    /** The people in the space with these usernames, in canonical form. */
    async membersNamed(spaceId: string, usernames: readonly string[]) {
      if (usernames.length === 0) return [];
      return currentMembers(spaceId)
        .innerJoin('users', 'users.user_id', 'space_members.user_id')
        .select(['users.user_id', 'users.username_canonical as username'])
        .where('users.username_canonical', 'in', usernames)
        .execute();
    },

    /** Which of these people are or were in the space. */
    async everMembersAmong(spaceId: string, userIds: readonly string[]): Promise<string[]> {
      if (userIds.length === 0) return [];
      const rows = await membersOf(spaceId).select('user_id').where('user_id', 'in', userIds).execute();
      return rows.map(({ user_id }) => user_id);
    },

    /** Everyone who is or was in a space and has a block between them and a person; or in any that the person is in. */
    async behindBlocks(userId: string, spaceId?: string): Promise<string[]> {
      const rows = await db
        .selectFrom('space_members as other')
        .select('other.user_id')
        .distinct()
        .where('other.user_id', 'in', behindBlocksOf(userId))
        .where('other.space_id', 'in', (of) =>
          of
            .selectFrom('space_members as mine')
            .select('mine.space_id')
            .where('mine.user_id', '=', userId)
            .where('mine.left_at', 'is', null)
            .$if(spaceId !== undefined, (query) => query.where('mine.space_id', '=', spaceId ?? '')),
        )
        .execute();
      return rows.map(({ user_id }) => user_id);
    },

    /** For each of these people, everyone who is or was in the space and has a block between them. */
    async blocksIn(spaceId: string, userIds: readonly string[]): Promise<Map<string, Set<string>>> {
      const made = (by: 'blocker_id' | 'blocked_id', against: 'blocker_id' | 'blocked_id') =>
        inBatches(userIds, (some) =>
          db
            .selectFrom('blocks')
            .select([`blocks.${by} as user_id`, `blocks.${against} as other_id`])
            .where(`blocks.${by}`, 'in', some)
            // Not a join: the embedded database would look for each of these people with each member.
            .where(({ exists }) =>
              exists(
                membersOf(spaceId)
                  .select('role')
                  .where('user_id', '=', sql.ref<string>(`blocks.${against}`)),
              ),
            )
            .execute(),
        );
      const found = new Map<string, Set<string>>();
      for (const { user_id, other_id } of [
        ...(await made('blocker_id', 'blocked_id')),
        ...(await made('blocked_id', 'blocker_id')),
      ]) {
        found.set(user_id, (found.get(user_id) ?? new Set()).add(other_id));
      }
      return found;
    },

    /**
     * The first people in a space whose username begins with this, then those with such a full name, as far as the
     * reader may see it; in folded form. Nobody behind a block.
     */
    async membersBeginning(spaceId: string, readerId: string, prefix: string, limit: number) {
      const named = (column: 'username_canonical' | 'full_name_folded') =>
        db
          .selectFrom('users')
          .select('users.user_id')
          .where(`users.${column}`, '>=', prefix)
          .where(`users.${column}`, '<', afterPrefix(prefix))
          .where('users.user_standing', '!=', 'suspended')
          // Not a join: the index of the names must be read first.
          .where(({ exists }) =>
            exists(
              currentMembers(spaceId).select('role').where('user_id', '=', sql.ref<string>('users.user_id')),
            ),
          )
          .where(({ not, exists }) => not(exists(blocksBetween(readerId, 'users.user_id'))))
          .orderBy(`users.${column}`)
          .orderBy('users.user_id')
          .limit(limit);
      const byUsername = await named('username_canonical').execute();
      if (byUsername.length === limit) return byUsername.map(({ user_id }) => user_id);
      const byName = await named('full_name_folded')
        .where((of) =>
          of.or([
            of('users.privacy_public_profile', '=', true),
            of('users.user_id', '=', readerId),
            of.exists(friendshipBetween(readerId, 'users.user_id')),
          ]),
        )
        .execute();
      return [...new Set([...byUsername, ...byName].map(({ user_id }) => user_id))].slice(0, limit);
    },

    /** Ordered by id, after the given one. */
    members: (spaceId: string, after: string, limit: number): Promise<MemberRow[]> =>
      currentMembers(spaceId)
        .selectAll()
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute(),

    /** Who is banned from it, by id after the given one. */
    bannedMembers: (spaceId: string, after: string, limit: number): Promise<MemberRow[]> =>
      membersOf(spaceId)
        .selectAll()
        .where('is_banned', '=', true)
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(limit)
        .execute(),

    /** Of the hosts who are not suspended, the one who joined first. */
    firstHost: (spaceId: string): Promise<MemberRow | undefined> =>
      currentMembers(spaceId)
        .innerJoin('users', 'users.user_id', 'space_members.user_id')
        .selectAll('space_members')
        .where('role', '=', 'host')
        .where('users.user_standing', '!=', 'suspended')
        .orderBy('joined_at')
        .orderBy('space_members.user_id')
        .limit(1)
        .executeTakeFirst(),

    changedMembers: (spaceId: string, after: number, until: number, limit: number): Promise<MemberRow[]> =>
      membersOf(spaceId)
        .selectAll()
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .orderBy('seq')
        .limit(limit)
        .execute(),

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

    /** A page of the members' ids, in order. */
    async memberIdsAfter(spaceId: string, after: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('space_members')
        .select('user_id')
        .where('space_id', '=', spaceId)
        .where('user_id', '>', after)
        .where('left_at', 'is', null)
        .orderBy('user_id')
        .limit(limit)
        .execute();
      return rows.map(({ user_id }) => user_id);
    },

    /** The feed of a space, its head, and whether anything but messages has changed after a number. */
    async changesBesidesMessages(spaceId: string, after: number) {
      const row = await db
        .selectFrom('spaces')
        .innerJoin('feeds', 'feeds.feed', 'spaces.feed')
        .select((of) => [
          'feeds.feed',
          'feeds.head',
          'spaces.seq',
          of.exists(membersOf(spaceId).select('user_id').where('seq', '>', after)).as('members'),
          of.exists(sessionsOf(spaceId).where('seq', '>', after)).as('sessions'),
        ])
        .where('spaces.space_id', '=', spaceId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { feed, head, seq, members, sessions } = row;
      return { feed, head, hasOtherChanges: seq > after || Boolean(members) || Boolean(sessions) };
    },

    // Sessions.

    session: (sessionId: string): Promise<SessionTableRow | undefined> =>
      db.selectFrom('space_sessions').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),

    async sessions(ids: readonly string[]): Promise<SessionTableRow[]> {
      if (ids.length === 0) return [];
      return db.selectFrom('space_sessions').selectAll().where('session_id', 'in', ids).execute();
    },

    async putSession(row: SessionTableRow): Promise<void> {
      const { session_id, ...change } = row;
      await db
        .insertInto('space_sessions')
        .values(row)
        .onConflict((conflict) => conflict.column('session_id').doUpdateSet(change))
        .execute();
    },

    changedSessions: (spaceId: string, after: number, until: number, limit: number) =>
      sessionsOf(spaceId)
        .where('seq', '>', after)
        .where('seq', '<=', until)
        .orderBy('seq')
        .limit(limit)
        .execute(),

    /** Sessions in these spaces that are not over, the next one first. */
    async comingSessions(spaceIds: readonly string[], at: number): Promise<SessionTableRow[]> {
      if (spaceIds.length === 0) return [];
      return db
        .selectFrom('space_sessions')
        .selectAll()
        .where('space_id', 'in', spaceIds)
        .where('cancelled_at', 'is', null)
        .where((eb) => eb(eb('starts_at', '+', eb('minutes', '*', eb.lit(60_000))), '>', at))
        .orderBy('starts_at')
        .orderBy('session_id')
        .execute();
    },

    /** For a deleted account. */
    async forgetAuthor(userId: string): Promise<void> {
      await db.updateTable('space_sessions').set({ by_id: null }).where('by_id', '=', userId).execute();
      await db.updateTable('spaces').set({ created_by: null }).where('created_by', '=', userId).execute();
    },

    sessionsBy: (userId: string) =>
      db.selectFrom('space_sessions').selectAll().where('by_id', '=', userId).orderBy('created_at').execute(),
  };
}

/** Splits a joined row in two. */
function membershipIn(row: object): Membership {
  const space: Record<string, unknown> = {};
  const me: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('my_')) me[name.slice(3)] = value;
    else space[name] = value;
  }
  return { space, me } as unknown as Membership;
}
