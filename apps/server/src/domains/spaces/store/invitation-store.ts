import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export type InvitationRow = Selectable<Tables['space_invitations']>;

/** Invitations and links, on the database or in a transaction. */
export function invitationStore(db: Queries) {
  const all = () => db.selectFrom('space_invitations').selectAll();
  const update = () => db.updateTable('space_invitations');
  const open = (at: number) => all().where('ended_at', 'is', null).where('expires_at', '>', at);

  return {
    find: (invitationId: string): Promise<InvitationRow | undefined> =>
      all().where('invitation_id', '=', invitationId).executeTakeFirst(),

    /** The link, if it is usable; `everLink`: also if not. */
    link: (codeHash: string, at: number): Promise<InvitationRow | undefined> =>
      open(at).where('code_hash', '=', codeHash).where('uses_left', '>', 0).executeTakeFirst(),
    everLink: (codeHash: string): Promise<InvitationRow | undefined> =>
      all().where('code_hash', '=', codeHash).executeTakeFirst(),

    async add(row: InvitationRow): Promise<void> {
      await db.insertInto('space_invitations').values(row).execute();
    },

    async change(invitationId: string, change: Updateable<Tables['space_invitations']>): Promise<void> {
      await update().set(change).where('invitation_id', '=', invitationId).execute();
    },

    /** The open invitations to a space, newest first. */
    openIn: (spaceId: string, at: number, limit: number): Promise<InvitationRow[]> =>
      open(at)
        .where('space_id', '=', spaceId)
        // A link that is used up is open to nobody.
        .where((row) => row.or([row('uses_left', 'is', null), row('uses_left', '>', 0)]))
        .orderBy('created_at', 'desc')
        .orderBy('invitation_id', 'desc')
        .limit(limit)
        .execute(),

    /** The open invitations that a person has not declined, newest first, without spaces that have banned them. */
    openTo: (userId: string, at: number, limit: number): Promise<InvitationRow[]> =>
      open(at)
        .where('to_user', '=', userId)
        .where('declined_at', 'is', null)
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('space_members as me')
                .select('me.user_id')
                .whereRef('me.space_id', '=', 'space_invitations.space_id')
                .where('me.user_id', '=', userId)
                .where('me.is_banned', '=', true),
            ),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('invitation_id', 'desc')
        .limit(limit)
        .execute(),

    /** When the person last declined to join this space. */
    async declinedAt(spaceId: string, userId: string): Promise<number | null> {
      const { at } = await db
        .selectFrom('space_invitations')
        .select((row) => row.fn.max('declined_at').as('at'))
        .where('space_id', '=', spaceId)
        .where('to_user', '=', userId)
        .executeTakeFirstOrThrow();
      return at;
    },

    /** The open invitation of one person to another, declined or not. */
    openBetween: (spaceId: string, byId: string, toId: string, at: number) =>
      open(at)
        .where('space_id', '=', spaceId)
        .where('by_id', '=', byId)
        .where('to_user', '=', toId)
        .executeTakeFirst(),

    async decline(spaceId: string, userId: string, at: number): Promise<void> {
      await update()
        .set({ declined_at: at })
        .where('space_id', '=', spaceId)
        .where('to_user', '=', userId)
        .where('declined_at', 'is', null)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Ends all invitations to a person who has joined, and clears their refusals. */
    async endTo(spaceId: string, userId: string, at: number): Promise<void> {
      await update()
        .set({ ended_at: at, declined_at: null })
        .where('space_id', '=', spaceId)
        .where('to_user', '=', userId)
        .execute();
    },

    /** Ends all invitations made by a person who has left the space. */
    async endBy(spaceId: string, userId: string, at: number): Promise<void> {
      await update()
        .set({ ended_at: at })
        .where('space_id', '=', spaceId)
        .where('by_id', '=', userId)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Deletes invitations that expired long enough ago for nothing to depend on them. */
    async removeOld(expiredBefore: number): Promise<void> {
      await db.deleteFrom('space_invitations').where('expires_at', '<=', expiredBefore).execute();
    },

    by: (userId: string): Promise<InvitationRow[]> =>
      all().where('by_id', '=', userId).orderBy('created_at').execute(),
    to: (userId: string): Promise<InvitationRow[]> =>
      all().where('to_user', '=', userId).orderBy('created_at').execute(),

    async forget(userId: string): Promise<void> {
      await db.deleteFrom('space_invitations').where('to_user', '=', userId).execute();
      await db.deleteFrom('space_invitations').where('by_id', '=', userId).execute();
    },
  };
}

/** How many invitations a person has sent since then, to all spaces: to one other person, or to people who were no friends. */
export async function countInvitations(
  db: Queries,
  byId: string,
  to: { userId: string } | 'strangers',
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('space_invitations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('by_id', '=', byId)
    .where((row) => (to === 'strangers' ? row('is_to_stranger', '=', true) : row('to_user', '=', to.userId)))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
