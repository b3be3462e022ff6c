import type { SpaceByCode } from '@polylogue/contract';
import { nameOf } from '@polylogue/sync/person-name';
import { refuse } from '../../../platform/http/refuse.ts';
import { hashOf } from '../../../platform/tokens/hash.ts';
import type { SpaceContext } from '../core/context.ts';
import { cardOf } from '../managing/public-spaces.ts';
import { roleOnJoining } from '../members/joining.ts';
import { type InvitationRow, invitationStore } from '../store/invitation-store.ts';
import { memberStore } from '../store/member-store.ts';
import { spaceStore } from '../store/space-store.ts';

/** The space to which a link leads. */
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

  return async function byCode(code: string, userId: string | undefined): Promise<SpaceByCode> {
    const link = (await invitationStore(database.db).link(hashOf(code), now())) ?? deadLink();
    const space = (await spaceStore(database.db).find(link.space_id)) ?? deadLink();
    const member =
      userId === undefined ? undefined : await memberStore(database.db).find(link.space_id, userId);
    const isOpen = space.closed_at === null && space.visibility !== 'invited';
    if (!isOpen || space.archived_at !== null || member?.is_banned) return deadLink();
    if (!(await working.works(link, database.db))) return deadLink();
    return {
      ...cardOf(space, origin(), member),
      is_member: member?.left_at === null,
      invited_by: await makerOf(link, userId),
      role: userId === undefined ? null : roleOnJoining(link.role, space, member),
    };
  };
}

function deadLink(): never {
  return refuse('not-found', 'This link no longer works. Ask for a new one.');
}
