import { spaceLimits } from '@polylogue/sync';
import { refuse } from '../../../platform/http/refuse.ts';
import { contacts } from '../../users/service.ts';
import type { Command } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { aDayBefore, isHost, mostInvitationsToOne } from '../core/policy.ts';
import { countInvitations, invitationStore } from '../store/invitation-store.ts';
import { memberStore } from '../store/member-store.ts';

type Knowing = Pick<SpaceContext, 'database' | 'lock' | 'friendsAmong' | 'blockedAmong'>;

/** Refuses people who cannot be invited, in the same words whether they do not exist or a block is in the way. */
export async function mustBeReachable(
  { open, me, space }: Command,
  toId: string,
  deps: Knowing,
): Promise<{ isFriend: boolean }> {
  const { trx } = open;
  const people = await contacts(deps.database).contacts([me.user_id, toId], trx);
  const to = people.get(toId);
  const isBlocked = (await deps.blockedAmong(me.user_id, [toId], trx)).size > 0;
  if (toId === me.user_id) refuse('bad-input', 'You are already in this space.');
  if (!to || to.standing === 'suspended' || isBlocked) return refuse('not-found', 'User not found');
  const isFriend = (await deps.friendsAmong(me.user_id, [toId], trx)).has(toId);
  const isLimited = people.get(me.user_id)?.standing !== 'good';
  if (!isFriend && (isLimited || !to.allowsInvites)) {
    refuse(
      'not-allowed',
      isLimited
        ? 'Your account may not contact people you do not know. Contact the operator of this server.'
        : 'This person does not accept invitations from people they do not know.',
    );
  }
  const member = await memberStore(trx).find(space.space_id, toId);
  if (member?.left_at === null) refuse('bad-input', 'This person is already in the space.');
  if (member?.is_banned) {
    refuse(
      'not-allowed',
      isHost(me)
        ? 'This person is banned. Lift the ban first.'
        : 'This person cannot be invited. Ask a host of this space.',
    );
  }
  return { isFriend };
}

/** Refuses another invitation if there are too many. */
export async function mustNotBeTooMany(
  { open, me, space }: Command,
  deps: Knowing,
  to?: { userId: string; isFriend: boolean },
): Promise<void> {
  const invitations = invitationStore(open.trx);
  const inSpace = await invitations.openIn(space.space_id, open.now, spaceLimits.openInvitations);
  if (inSpace.length >= spaceLimits.openInvitations) {
    refuse(
      'quota-used',
      `There are ${spaceLimits.openInvitations} open invitations to this space. Withdraw one first.`,
    );
  }
  if (!to) return;
  // Of several simultaneous invitations, in all spaces, each counts the earlier ones.
  await deps.lock(me.user_id, open.trx);
  if (
    (await countInvitations(open.trx, me.user_id, { userId: to.userId }, aDayBefore(open.now))) >=
    mostInvitationsToOne
  ) {
    refuse(
      'too-many',
      `You can invite the same person ${mostInvitationsToOne} times a day. Try again tomorrow.`,
    );
  }
  if (to.isFriend) return;
  const most = spaceLimits.invitationsToStrangers;
  if ((await countInvitations(open.trx, me.user_id, 'strangers', aDayBefore(open.now))) < most) return;
  refuse(
    'too-many',
    `You can invite ${most} people a day who are not your friends. Try again tomorrow, or send them a link.`,
  );
}
