import type { Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { hashOf } from '../../../platform/tokens/hash.ts';
import { contacts } from '../../users/service.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { declineCooldown, idTaken, isHost, noInvitation } from '../core/policy.ts';
import type { EnqueueingNotifications } from '../notifications/enqueueing.ts';
import { type InvitationRow, invitationStore } from '../store/invitation-store.ts';
import { memberStore } from '../store/member-store.ts';
import { mustBeReachable, mustNotBeTooMany } from './may-invite.ts';
import type { ListingSentInvitations } from './sent.ts';

export interface NewInvitation {
  invitation_id: string;
  role: 'member' | 'listener';
  hours: number;
  to_user?: string;
  code?: string;
  uses?: number;
  shows_maker?: boolean;
  replaces?: string | undefined;
}

const hour = 60 * 60 * 1000;

/** Inviting people to a space, individually or by link. */
export function invitingToSpaces(
  deps: Pick<SpaceContext, 'database' | 'commands' | 'lock' | 'friendsAmong' | 'blockedAmong'> & {
    notifications: Pick<EnqueueingNotifications, 'enqueue'>;
    sent: Pick<ListingSentInvitations, 'shown'>;
  },
) {
  const { database, commands, notifications } = deps;
  const { contacts: accounts } = contacts(database);

  async function mustBeInGoodStanding(userId: string, on: Queries) {
    if ((await accounts([userId], on)).get(userId)?.standing === 'good') return;
    refuse(
      'not-allowed',
      'Your account may not create links to spaces. Contact the operator of this server.',
    );
  }

  /** Ends a link for the one that replaces it; one that has ended by itself is no obstacle. */
  async function end({ open, me, space }: Command, invitationId: string) {
    const invitations = invitationStore(open.trx);
    const row = await invitations.find(invitationId);
    if (!row) return;
    const isTheirs = row.by_id === me.user_id || isHost(me);
    if (row.space_id !== space.space_id || row.code_hash === null || !isTheirs) noInvitation();
    if (row.ended_at === null) await invitations.change(invitationId, { ended_at: open.now });
  }

  async function invite(userId: string, spaceId: string, given: NewInvitation) {
    const { invitation_id, to_user, code, role } = given;
    return commands.inSpace(userId, spaceId, async (command) => {
      const { open, space, must } = command;
      const invitations = invitationStore(open.trx);
      const existing = await invitations.find(invitation_id);
      if (existing) {
        if (existing.by_id !== userId || existing.space_id !== spaceId) idTaken();
        return { row: existing, head: open.head };
      }
      must(to_user === undefined ? 'make_links' : 'invite');
      const row: InvitationRow = {
        invitation_id,
        space_id: spaceId,
        code_hash: null,
        to_user: null,
        is_to_stranger: false,
        role,
        by_id: userId,
        created_at: open.now,
        expires_at: open.now + given.hours * hour,
        uses_left: null,
        shows_maker: false,
        declined_at: null,
        ended_at: null,
      };
      if (to_user !== undefined) {
        const { isFriend } = await mustBeReachable(command, to_user, deps);
        const earlier = await invitations.openBetween(spaceId, userId, to_user, open.now);
        if (earlier) {
          // No second notification; the answer is the same whether it was declined or not.
          if (earlier.role !== role) {
            await invitations.change(earlier.invitation_id, { role });
            open.markChanged();
          }
          return { row: { ...earlier, role }, head: open.head };
        }
        await mustNotBeTooMany(command, deps, { userId: to_user, isFriend });
        const declined = await invitations.declinedAt(spaceId, to_user);
        // Inviting again does not get around being declined, and does not reveal it.
        const isQuiet = declined !== null && declined > open.now - declineCooldown;
        Object.assign(row, { to_user, is_to_stranger: !isFriend, declined_at: isQuiet ? declined : null });
        if (!isQuiet) await notifications.enqueue(open.trx, { kind: 'invitation', invitation_id });
      } else if (code !== undefined) {
        if (space.visibility === 'invited') {
          refuse('not-allowed', 'This space can only be joined by invitation. Its owner can allow links.');
        }
        await mustBeInGoodStanding(userId, open.trx);
        if (given.replaces) await end(command, given.replaces);
        await mustNotBeTooMany(command, deps);
        if (await invitations.everLink(hashOf(code))) idTaken();
        const { uses = 100, shows_maker = false } = given;
        Object.assign(row, { code_hash: hashOf(code), uses_left: uses, shows_maker });
        // Who invites by name is known by it inside, too.
        if (shows_maker) await memberStore(open.trx).showName(spaceId, userId);
      }
      await invitations.add(row);
      open.markChanged();
      return { row, head: open.head };
    });
  }

  return {
    async invite(userId: string, spaceId: string, given: NewInvitation) {
      const { row, head } = await invite(userId, spaceId, given);
      const [invitation = noInvitation()] = await deps.sent.shown(userId, [row]);
      return { invitation, head };
    },
  };
}
