import { outranks, type SpaceRight, type SpaceRole } from '@polylogue/sync/spaces';
import { refuse } from '../../../platform/http/refuse.ts';
import type { Command } from '../core/command.ts';
import type { Actor, SpaceContext } from '../core/context.ts';
import { mustHaveSeats, noMember, rightsIn } from '../core/policy.ts';
import { type MemberRow, memberStore } from '../store/member-store.ts';
import { endMembership } from './joining.ts';

type MemberChange = {
  role?: 'host' | 'member' | 'listener' | undefined;
  muted_until?: number | null | undefined;
  is_banned?: false | undefined;
};

/** What hosts do with the people in a space. */
export function changingMembers({ commands }: Pick<SpaceContext, 'commands'>) {
  async function memberIn({ open, space }: Command, userId: string): Promise<MemberRow> {
    return (await memberStore(open.trx).find(space.space_id, userId)) ?? noMember();
  }

  const mustOutrank = ({ me }: Command, other: MemberRow) => {
    if (!outranks(me.role, other.role)) refuse('not-allowed', 'Only the owner of this space can do that.');
  };

  async function setRole(command: Command, other: MemberRow, role: 'host' | 'member' | 'listener') {
    const { open, space, must } = command;
    if (role === 'host' || other.role === 'host') must('make_hosts');
    mustOutrank(command, other);
    const difference = Number(role !== 'listener') - Number(other.role !== 'listener');
    if (difference > 0) mustHaveSeats(space, false, true);
    if (difference !== 0) await open.updateStats({ speakers: space.speakers + difference });
  }

  return {
    async change({ userId, record }: Actor, spaceId: string, otherId: string, change: MemberChange) {
      let event: HostEvent | undefined;
      const done = await commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        // First, since others must not learn who is or was in the space.
        for (const right of rightsFor(change)) must(right);
        const other = await memberIn(command, otherId);
        const { role = other.role, muted_until = other.muted_until } = change;
        let next = other;
        if (change.is_banned === false && other.is_banned) next = { ...next, is_banned: false };
        if (role !== other.role || muted_until !== other.muted_until) {
          if (other.left_at !== null) noMember();
          if (role !== other.role) await setRole(command, other, role as Exclude<typeof role, 'owner'>);
          event = eventOf(other.role, role);
          if (muted_until !== other.muted_until) mustOutrank(command, other);
          next = { ...next, role, muted_until };
          open.postRightsChanged.push(otherId);
          if (!rightsIn({ space: open.space, me: next }, open.now).post) open.silencedUserIds.push(otherId);
        }
        if (next !== other) await open.putMember(next);
        return { head: open.head };
      });
      if (event) record(event, { subject: otherId, space: spaceId });
      return done;
    },

    async remove({ userId, record }: Actor, spaceId: string, otherId: string, isBan: boolean) {
      let isBanned = false;
      const done = await commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('remove');
        const other = await memberIn(command, otherId);
        mustOutrank(command, other);
        const isHere = other.left_at === null;
        if (!isHere && (!isBan || other.is_banned)) return { head: open.head };
        await endMembership(command, other, { is_removed: true, ...(isBan && { is_banned: true }) });
        isBanned = isBan;
        if (isHere) await open.addNotice('removed', userId, { user_id: otherId });
        return { head: open.head };
      });
      if (isBanned) record('person-banned', { subject: otherId, space: spaceId });
      return done;
    },
  };
}

type HostEvent = 'host-made' | 'host-unmade';

function eventOf(before: SpaceRole, role: SpaceRole): HostEvent | undefined {
  if ((before === 'host') === (role === 'host')) return undefined;
  return role === 'host' ? 'host-made' : 'host-unmade';
}

/** The rights that such a change requires, for every member. */
function rightsFor({ role, muted_until, is_banned }: MemberChange): SpaceRight[] {
  const rights: SpaceRight[] = [];
  if (is_banned !== undefined) rights.push('remove');
  if (muted_until !== undefined) rights.push('mute');
  if (role !== undefined || rights.length === 0) rights.push('set_roles');
  return rights;
}
