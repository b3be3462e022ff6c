import type { SpaceByCode } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { codeLength } from '@polylogue/sync/spaces';
import { refuse } from '../../../platform/http/refuse.ts';
import { hashOf } from '../../../platform/tokens/hash.ts';
import type { SpaceContext } from '../core/context.ts';
import { cardOf } from '../managing/public-spaces.ts';
import { roleOnJoining } from '../members/joining.ts';
import { type InvitationRow, invitationStore } from '../store/invitation-store.ts';
import { memberStore } from '../store/member-store.ts';
import { type SpaceRow, spaceStore } from '../store/space-store.ts';

/** The space to which a link leads, or the address of a public one. */
export function spacesByCode({
  database,
  working,
  blockedAmong,
  personsSeenBy,
  origin,
  now,
}: Pick<SpaceContext, 'database' | 'working' | 'blockedAmong' | 'personsSeenBy' | 'origin' | 'now'>) {
  /** The name of who made the link, as they see it themselves: showing it is their own decision. */
  async function makerOf({ by_id, shows_maker }: InvitationRow, userId: string | undefined) {
    if (!shows_maker || by_id === null) return null;
    if (userId !== undefined && (await blockedAmong(userId, [by_id], database.db)).size > 0) return null;
    const maker = (await personsSeenBy(by_id, [by_id])).get(by_id);
    return maker ? nameOf(maker) : null;
  }

  /** Whether anyone can join with it now. */
  async function letsJoin(codeHash: string, { visibility, archived_at }: SpaceRow) {
    if (visibility === 'invited' || archived_at !== null) return false;
    const link = await invitationStore(database.db).link(codeHash, now());
    return link !== undefined && (await working.works(link, database.db));
  }

  /** What one who has an account sees at the address of a public space, which somebody has copied. */
  async function publicSpace(spaceId: string, userId: string): Promise<SpaceByCode> {
    const space = (await spaceStore(database.db).find(spaceId)) ?? deadLink();
    const member = await memberStore(database.db).find(spaceId, userId);
    const is_member = member?.left_at === null;
    const isOpen = space.visibility === 'public' && space.archived_at === null && !member?.is_banned;
    const isBlocked = async () =>
      space.owner_id !== null && (await blockedAmong(userId, [space.owner_id], database.db)).size > 0;
    if (space.closed_at !== null || (!is_member && (!isOpen || (await isBlocked())))) return deadLink();
    const role = roleOnJoining(space.joins_as, space, member);
    return { ...cardOf(space, origin(), member), is_member, invited_by: null, role };
  }

  return async function byCode(code: string, userId: string | undefined): Promise<SpaceByCode> {
    if (code.length > codeLength) return userId === undefined ? deadLink() : publicSpace(code, userId);
    const codeHash = hashOf(code);
    const link = (await invitationStore(database.db).everLink(codeHash)) ?? deadLink();
    const space = (await spaceStore(database.db).find(link.space_id)) ?? deadLink();
    const member =
      userId === undefined ? undefined : await memberStore(database.db).find(link.space_id, userId);
    const is_member = member?.left_at === null;
    if (space.closed_at !== null) return deadLink();
    // For who is in the space it is the way there, even once it has ended.
    if (!is_member && (member?.is_banned || !(await letsJoin(codeHash, space)))) return deadLink();
    return {
      ...cardOf(space, origin(), member),
      is_member,
      invited_by: await makerOf(link, userId),
      role: userId === undefined ? null : roleOnJoining(link.role, space, member),
    };
  };
}

function deadLink(): never {
  return refuse('not-found', 'This link no longer works. Ask for a new one.');
}
