import type { SpaceByCode } from '@polylogue/contract';
import { refuse } from '../../../platform/http/refuse.ts';
import { hashOf } from '../../../platform/tokens/hash.ts';
import type { SpaceContext } from '../core/context.ts';
import { cardOf } from '../managing/public-spaces.ts';
import { roleOnJoining } from '../members/joining.ts';
import { invitationStore } from '../store/invitation-store.ts';
import { memberStore } from '../store/member-store.ts';
import { spaceStore } from '../store/space-store.ts';

/** The space to which a link leads. */
export function spacesByCode({
  database,
  working,
  origin,
  now,
}: Pick<SpaceContext, 'database' | 'working' | 'origin' | 'now'>) {
  return async function byCode(code: string, userId: string | undefined): Promise<SpaceByCode> {
    const link = (await invitationStore(database.db).link(hashOf(code), now())) ?? deadLink();
    const space = (await spaceStore(database.db).find(link.space_id)) ?? deadLink();
    const member =
      userId === undefined ? undefined : await memberStore(database.db).find(link.space_id, userId);
    const isOpen = space.closed_at === null && space.visibility !== 'invited';
    if (!isOpen || space.archived_at !== null || member?.is_banned) return deadLink();
    if (!(await working.works(link, database.db))) return deadLink();
    return {
      ...cardOf(space, origin()),
      is_member: member?.left_at === null,
      role: userId === undefined ? null : roleOnJoining(link.role, space, member),
    };
  };
}

function deadLink(): never {
  return refuse('not-found', 'This link no longer works. Ask for a new one.');
}
