import type { MemberRow } from '../store/member-store.ts';
import type { SpaceRow } from '../store/space-store.ts';
import type { SpaceContext } from './context.ts';
import { isListed } from './policy.ts';

/**
 * Whether a person may learn the name of one of these spaces. Those who are not in it, or no longer, learn it only where
 * it is shown to them anyway.
 */
export async function shownSpaces(
  { working, blockedAmong }: Pick<SpaceContext, 'working' | 'blockedAmong'>,
  userId: string,
  spaces: readonly SpaceRow[],
) {
  const received = await working.to(userId);
  const blocked = await blockedAmong(userId, [
    ...received.flatMap(({ by_id }) => by_id ?? []),
    ...spaces.flatMap(({ owner_id }) => owner_id ?? []),
  ]);
  const invitations = received.filter(({ by_id }) => !by_id || !blocked.has(by_id));
  const invited = new Set(invitations.map(({ space_id }) => space_id));
  return (space: SpaceRow, me: Pick<MemberRow, 'left_at' | 'is_banned'> | undefined): boolean =>
    me?.left_at === null ||
    invited.has(space.space_id) ||
    (isListed(space) && !me?.is_banned && !blocked.has(space.owner_id ?? ''));
}
