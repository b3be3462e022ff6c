import type { ReceivedInvitation } from '@polylogue/contract';
import type { Queries } from '../../../platform/database/database.ts';
import type { SpaceContext } from '../core/context.ts';
import { isHost, mustBeOpen, noInvitation } from '../core/policy.ts';
import { cardOf } from '../managing/public-spaces.ts';
import type { Joining } from '../members/joining.ts';
import { type InvitationRow, invitationStore } from '../store/invitation-store.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { spaceStore } from '../store/space-store.ts';

/** The invitations that people have received, and their answers. */
export function answeringInvitations({
  database,
  commands,
  views,
  joining,
  working,
  blockedAmong,
  origin,
  now,
}: Pick<SpaceContext, 'database' | 'commands' | 'views' | 'working' | 'blockedAmong' | 'origin' | 'now'> & {
  joining: Joining;
}) {
  /** An invitation that the person may answer now. */
  async function openTo(userId: string, invitationId: string, on: Queries): Promise<InvitationRow> {
    const row = await invitationStore(on).find(invitationId);
    const isOpen = row?.to_user === userId && row.declined_at === null && row.ended_at === null;
    if (!row || !isOpen || row.expires_at <= now()) return noInvitation();
    if (row.by_id && (await blockedAmong(userId, [row.by_id], on)).size > 0) noInvitation();
    return row;
  }

  return {
    async received(userId: string): Promise<{ invitations: ReceivedInvitation[] }> {
      const rows = await working.to(userId);
      const seen = new Map(
        (
          await views.people(
            userId,
            rows.flatMap(({ by_id }) => by_id ?? []),
          )
        ).map((person) => [person.user_id, person]),
      );
      // Of several invitations to one space, the newest by someone who is seen.
      const shown = rows.filter(({ by_id }) => by_id !== null && seen.has(by_id));
      const newest = [...Map.groupBy(shown, ({ space_id }) => space_id).values()].flatMap(
        ([row]) => row ?? [],
      );
      const found = await spaceStore(database.db).some(newest.map(({ space_id }) => space_id));
      const invitations: ReceivedInvitation[] = [];
      for (const row of newest) {
        const space = found.find(({ space_id }) => space_id === row.space_id);
        const by = seen.get(row.by_id ?? '');
        if (!space || !by || space.closed_at !== null || space.archived_at !== null) continue;
        const { invitation_id, created_at, expires_at } = row;
        const before = await memberStore(database.db).find(row.space_id, userId);
        const role = await roleByInvitation(row, before, database.db);
        const card = cardOf(space, origin(), before);
        invitations.push({ invitation_id, space: card, by, role, created_at, expires_at });
      }
      return { invitations };
    },

    /** Returns the space they have joined; undefined if they declined. */
    async answer(
      userId: string,
      invitationId: string,
      { action, shows_name }: { action: 'accept' | 'decline'; shows_name?: boolean | undefined },
    ) {
      const row = await invitationStore(database.db).find(invitationId);
      if (!row || row.to_user !== userId) return noInvitation();
      const before = await memberStore(database.db).find(row.space_id, userId);
      // A repeat, because our response was lost on the way.
      if (action === 'accept' && before?.left_at === null) return row.space_id;
      if (action === 'decline' && row.declined_at !== null) return undefined;
      await commands.ofSpace(row.space_id, async (open) => {
        const current = await openTo(userId, invitationId, open.trx);
        // Takes no number in the feed, which would reveal it to the space.
        if (action === 'decline') {
          return invitationStore(open.trx).decline(row.space_id, userId, open.now);
        }
        mustBeOpen(open.space);
        if (!(await working.works(current, open.trx))) noInvitation();
        const member = await memberStore(open.trx).find(row.space_id, userId);
        if (member?.is_banned) noInvitation();
        await joining.mustBeAllowedToJoin(userId, [open.space.owner_id, current.by_id], open.trx);
        const role = await roleByInvitation(current, member, open.trx);
        await joining.addMember(open, userId, role, shows_name);
      });
      return action === 'accept' ? row.space_id : undefined;
    },
  };
}

/** A listener who returns stays one, unless a host invites them. */
async function roleByInvitation(
  { space_id, by_id, role }: InvitationRow,
  before: MemberRow | undefined,
  on: Queries,
): Promise<InvitationRow['role']> {
  if (before?.role !== 'listener') return role;
  const by = by_id === null ? undefined : await membershipStore(on).find(space_id, by_id);
  return by && isHost(by.me) ? role : 'listener';
}
