import { spaceLimits } from '@polylogue/sync';
import type { Queries } from '../../../platform/database/database.ts';
import { refuse } from '../../../platform/http/refuse.ts';
import { hashOf } from '../../../platform/tokens/hash.ts';
import { contacts } from '../../users/service.ts';
import type { Command, OpenSpace } from '../core/command.ts';
import type { SpaceContext } from '../core/context.ts';
import { mustBeUnderSpaceLimit, mustHaveSeats, noSpace } from '../core/policy.ts';
import { authorStore } from '../store/author-store.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { type MemberRow, memberStore, newMember } from '../store/member-store.ts';
import { membershipStore } from '../store/membership-store.ts';
import { readingStore } from '../store/reading-store.ts';
import type { SpaceRow } from '../store/space-store.ts';

const hour = 60 * 60 * 1000;
/** How often in an hour a room says of a person that they joined or left. */
const mostNotices = 6;

/** Joining spaces, and leaving them. */
export function joiningSpaces({
  database,
  commands,
  working,
  lock,
  friendsAmong,
  blockedAmong,
}: Pick<SpaceContext, 'database' | 'commands' | 'working' | 'lock' | 'friendsAmong' | 'blockedAmong'>) {
  const { contacts: accounts } = contacts(database);

  /** Returning members get their old row back, with this role. */
  async function addMember(
    open: OpenSpace,
    userId: string,
    role: 'member' | 'listener',
    shows_name: boolean | undefined,
  ): Promise<void> {
    const { space } = open;
    const before = await memberStore(open.trx).find(space.space_id, userId);
    if (before?.left_at === null) return;
    if (space.archived_at !== null) refuse('not-allowed', 'This space is archived: no one can join it.');
    mustHaveSeats(space, true, role === 'member');
    await lock(userId, open.trx);
    mustBeUnderSpaceLimit(await membershipStore(open.trx).count(userId));
    const row: MemberRow = {
      ...(before ?? newMember(space.space_id, userId, open.now)),
      role,
      joined_at: open.now,
      left_at: null,
      is_removed: false,
      is_banned: false,
      // Who returns is named as before, unless they chose.
      shows_name: shows_name ?? before?.shows_name ?? false,
    };
    const isSpeaker = role === 'member';
    await open.putMember(row);
    await readingStore(open.trx).change(space.space_id, userId, { read_number: open.lastNumber });
    await open.updateStats({ people: space.people + 1, speakers: space.speakers + Number(isSpeaker) });
    if (isSpeaker) await addNotice(open, 'joined', userId);
    await invitationStore(open.trx).endTo(space.space_id, userId, open.now);
  }

  /** Someone who comes and goes all the time must not fill the room with it. */
  async function addNotice(open: OpenSpace, kind: 'joined' | 'left', userId: string) {
    const last = await authorStore(open.trx).last(userId, open.space.feed, mostNotices);
    const isFlood =
      last.length === mostNotices &&
      last.every((row) => row.kind === 'notice' && row.created_at > open.now - hour);
    if (!isFlood) await open.addNotice(kind, userId);
  }

  /** A limited account can only join friends' spaces. */
  async function mustBeAllowedToJoin(userId: string, inviters: readonly (string | null)[], on: Queries) {
    const standing = (await accounts([userId], on)).get(userId)?.standing;
    if (standing === 'good') return;
    const ids = inviters.filter((id) => id !== null);
    if ((await friendsAmong(userId, ids, on)).size > 0) return;
    refuse(
      'not-allowed',
      'Your account may only join spaces of friends. Contact the operator of this server.',
    );
  }

  async function leave(userId: string, spaceId: string): Promise<void> {
    await commands.inSpace(
      userId,
      spaceId,
      async (command) => {
        const isOwner = command.me.role === 'owner';
        if (isOwner && command.space.closed_at === null && command.space.archived_at === null) {
          refuse('not-allowed', 'You own this space. Hand it over or archive it first.');
        }
        await endMembership(command, command.me, {});
        if (command.me.role !== 'listener') await addNotice(command.open, 'left', userId);
        if (isOwner) await passOnOrArchive(command.open, userId);
      },
      { evenClosed: true },
    );
  }

  return {
    addMember,
    mustBeAllowedToJoin,
    leave,

    /** Joins a public space, or one for which the person has a link's code. */
    async join(
      userId: string,
      spaceId: string,
      { code, shows_name }: { code?: string | undefined; shows_name?: boolean | undefined },
    ): Promise<void> {
      await commands.ofSpace(spaceId, async (open) => {
        const { space, trx } = open;
        const before = await memberStore(trx).find(spaceId, userId);
        if (before?.left_at === null) return;
        if (space.closed_at !== null || before?.is_banned) noSpace();
        const invitations = invitationStore(trx);
        const link =
          code === undefined || space.visibility === 'invited'
            ? undefined
            : await invitations.link(hashOf(code), open.now);
        const isLink = link?.space_id === spaceId && (await working.works(link, trx));
        if (!isLink) {
          if (space.visibility !== 'public') noSpace();
          if (space.owner_id && (await blockedAmong(userId, [space.owner_id], trx)).size > 0) noSpace();
        }
        await mustBeAllowedToJoin(userId, [space.owner_id, isLink ? link.by_id : null], trx);
        const wanted = isLink ? link.role : space.joins_as;
        await addMember(open, userId, roleOnJoining(wanted, space, before), shows_name);
        // Who returns has used it before, or joined in another way: a loop must not use it up.
        if (isLink && !before) {
          await invitations.change(link.invitation_id, { uses_left: (link.uses_left ?? 1) - 1 });
        }
      });
    },
  };
}
export type Joining = ReturnType<typeof joiningSpaces>;

/** Ends a membership: when a person leaves, is removed or is banned. */
export async function endMembership(
  { open, space }: Pick<Command, 'open' | 'space'>,
  member: MemberRow,
  how: Partial<Pick<MemberRow, 'is_removed' | 'is_banned'>>,
): Promise<void> {
  const isHere = member.left_at === null;
  await open.putMember({
    ...member,
    ...how,
    role: roleAfterLeaving(member),
    left_at: member.left_at ?? open.now,
  });
  if (!isHere) return;
  const isSpeaker = member.role !== 'listener';
  await open.updateStats({ people: space.people - 1, speakers: space.speakers - Number(isSpeaker) });
  await invitationStore(open.trx).endBy(space.space_id, member.user_id, open.now);
  if (space.owner_id === member.user_id) await open.change({ owner_id: null });
  if (space.people === 0) await open.empty();
}

/** Archives a space that no host can take over: no one would be in charge. */
export async function passOnOrArchive(open: OpenSpace, byId: string | null): Promise<void> {
  if ((await passOn(open, byId)) || open.space.archived_at !== null) return;
  await open.change({ archived_at: open.now });
  await open.addNotice('archived', byId);
}

/** Makes the host who joined first the owner; false if there is none. */
async function passOn(open: OpenSpace, byId: string | null): Promise<boolean> {
  const next = await memberStore(open.trx).firstHost(open.space.space_id);
  if (!next) return false;
  await open.putMember({ ...next, role: 'owner', muted_until: null });
  await open.change({ owner_id: next.user_id });
  await open.addNotice('handed-over', byId, { user_id: next.user_id });
  return true;
}

/** The role of someone who joins. Leaving and joining again does not undo that a host has made them a listener. */
export const roleOnJoining = (
  wanted: 'member' | 'listener',
  { speakers }: SpaceRow,
  before: MemberRow | undefined,
): 'member' | 'listener' =>
  before?.role === 'listener' || speakers >= spaceLimits.speakers ? 'listener' : wanted;

const roleAfterLeaving = ({ role }: MemberRow) => (role === 'listener' ? role : 'member');
