import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { currentMembers } from './member-store.ts';

/** The names of these people that they show in a space which the reader is in, whatever their profile says. */
export function shownNames(db: Queries, readerId: string, userIds: readonly string[]) {
  return inBatches(userIds, (some) =>
    db
      .selectFrom('space_members as other')
      .innerJoin('space_members as mine', 'mine.space_id', 'other.space_id')
      .innerJoin('users', 'users.user_id', 'other.user_id')
      .select(['users.user_id', 'users.first_name', 'users.last_name'])
      .distinct()
      .where('other.user_id', 'in', some)
      .where('other.shows_name', '=', true)
      .where('other.left_at', 'is', null)
      .where('mine.user_id', '=', readerId)
      .where('mine.left_at', 'is', null)
      .execute(),
  );
}

/** Which of these people everyone in a space may know by name, and what says so. */
export async function namedInSpace(
  db: Queries,
  spaceId: string,
  userIds: readonly string[],
): Promise<Map<string, 'profile' | 'space'>> {
  const named = await inBatches(userIds, (some) =>
    db
      .selectFrom('users')
      .select(['user_id', 'privacy_public_profile'])
      .where('user_id', 'in', some)
      .where((of) =>
        of.or([
          of('privacy_public_profile', '=', true),
          of('user_id', 'in', currentMembers(db, spaceId).select('user_id').where('shows_name', '=', true)),
        ]),
      )
      .execute(),
  );
  return new Map(
    named.map(({ user_id, privacy_public_profile }) => [
      user_id,
      privacy_public_profile ? 'profile' : 'space',
    ]),
  );
}
