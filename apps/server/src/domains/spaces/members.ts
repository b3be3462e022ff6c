import { outranks } from '@polylogue/sync';
import { refuse } from '../../platform/http/refuse.ts';
import type { Command, Commands } from './command.ts';
import { endMembership } from './joining.ts';
import { mustHaveSeats, noMember } from './policy.ts';
import { type MemberRow, spaceStore } from './store.ts';

type MemberChange = {
  role?: 'host' | 'member' | 'listener' | undefined;
  muted_until?: number | null | undefined;
  is_banned?: false | undefined;
};

/** What hosts do with the people in a space. */
export function changingMembers({ commands }: { commands: Commands }) {
  async function memberIn({ open, space }: Command, userId: string): Promise<MemberRow> {
    return (await spaceStore(open.trx).member(space.space_id, userId)) ?? noMember();
  }

  const mustOutrank = ({ me }: Command, other: MemberRow) => {
    if (!outranks(me.role, other.role)) refuse('not-allowed', 'Only the owner of this space can do that.');
  };

  async function setRole(command: Command, other: MemberRow, role: 'host' | 'member' | 'listener') {
    const { open, space, must } = command;
    must(role === 'host' || other.role === 'host' ? 'make_hosts' : 'set_roles');
    mustOutrank(command, other);
    const difference = Number(role !== 'listener') - Number(other.role !== 'listener');
    if (difference > 0) mustHaveSeats(space, false, true);
    if (difference !== 0) await open.updateStats({ speakers: space.speakers + difference });
  }

  return {
    change: (userId: string, spaceId: string, otherId: string, change: MemberChange) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        const other = await memberIn(command, otherId);
        const { role = other.role, muted_until = other.muted_until } = change;
        let next = other;
        if (change.is_banned === false && other.is_banned) {
          must('remove');
          next = { ...next, is_banned: false };
        }
        if (role !== other.role || muted_until !== other.muted_until) {
          if (other.left_at !== null) noMember();
          if (role !== other.role) await setRole(command, other, role as Exclude<typeof role, 'owner'>);
          if (muted_until !== other.muted_until) {
            must('mute');
            mustOutrank(command, other);
          }
          next = { ...next, role, muted_until };
        }
        // Trying to change nothing must not reveal anything to people who may not change anything.
        if (next === other) must('set_roles');
        else await open.putMember(next);
        return { head: open.head };
      }),

    remove: (userId: string, spaceId: string, otherId: string, isBan: boolean) =>
      commands.inSpace(userId, spaceId, async (command) => {
        const { open, must } = command;
        must('remove');
        const other = await memberIn(command, otherId);
        mustOutrank(command, other);
        const isHere = other.left_at === null;
        if (!isHere && (!isBan || other.is_banned)) return { head: open.head };
        await endMembership(command, other, { is_removed: true, ...(isBan && { is_banned: true }) });
        if (isHere) await open.addNotice('removed', userId, { user_id: otherId });
        return { head: open.head };
      }),
  };
}
