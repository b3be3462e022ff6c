import type { Queries } from '../../../platform/database/database.ts';
import type { MemberRow } from './member-store.ts';
import type { SpaceRow } from './space-store.ts';

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
  'tells_waiting',
] as const satisfies (keyof MemberRow)[];
const mine = memberColumns.map((column) => `me.${column} as my_${column}` as const);

/** Which spaces a person is in, on the database or in a transaction. */
export function membershipStore(db: Queries) {
  /** A space with the row of someone who is in it. */
  const joined = (spaceId: string, userId: string) =>
    db
      .selectFrom('spaces')
      .innerJoin('space_members as me', 'me.space_id', 'spaces.space_id')
      .where('spaces.space_id', '=', spaceId)
      .where('me.user_id', '=', userId)
      .where('me.left_at', 'is', null);

  const of = (userId: string) => db.selectFrom('space_members').where('user_id', '=', userId);

  return {
    /** Undefined if the space does not exist, or the person is not in it. */
    async find(spaceId: string, userId: string): Promise<Membership | undefined> {
      const row = await joined(spaceId, userId).selectAll('spaces').select(mine).executeTakeFirst();
      return row && membershipIn(row);
    },

    /** Undefined as above; cheaper than the whole membership. */
    feed: (spaceId: string, userId: string): Promise<Pick<SpaceRow, 'feed'> | undefined> =>
      joined(spaceId, userId).select('spaces.feed').executeTakeFirst(),

    current: (userId: string): Promise<MemberRow[]> =>
      of(userId).selectAll().where('left_at', 'is', null).execute(),

    async count(userId: string): Promise<number> {
      const { count } = await of(userId)
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('left_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** All of a person's memberships, including past ones. */
    every: (userId: string, limit: number, after = ''): Promise<MemberRow[]> =>
      of(userId).selectAll().where('space_id', '>', after).orderBy('space_id').limit(limit).execute(),
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
