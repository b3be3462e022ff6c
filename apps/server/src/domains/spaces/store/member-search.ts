import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { afterPrefix } from '../../../platform/database/folded.ts';
import { blocksBetween } from './blocks.ts';
import { currentMembers } from './member-store.ts';

/**
 * The first people in a space whose username begins with this, then those with such a full name, as far as the
 * reader may see it; in folded form. Nobody behind a block.
 */
export async function membersBeginning(
  db: Queries,
  spaceId: string,
  readerId: string,
  prefix: string,
  limit: number,
) {
  const membership = currentMembers(db, spaceId)
    .select('role')
    .where('user_id', '=', sql.ref<string>('users.user_id'));
  const named = (column: 'username_canonical' | 'full_name_folded') =>
    db
      .selectFrom('users')
      .select('users.user_id')
      .where(`users.${column}`, '>=', prefix)
      .where(`users.${column}`, '<', afterPrefix(prefix))
      .where('users.user_standing', '!=', 'suspended')
      // Not a join: the index of the names must be read first.
      .where(({ exists }) => exists(membership))
      .where(({ not, exists }) => not(exists(blocksBetween(db, readerId, 'users.user_id'))))
      .orderBy(`users.${column}`)
      .orderBy('users.user_id')
      .limit(limit);
  const byUsername = await named('username_canonical').execute();
  if (byUsername.length === limit) return byUsername.map(({ user_id }) => user_id);
  const byName = await named('full_name_folded')
    .where((of) =>
      of.or([
        of('users.privacy_public_profile', '=', true),
        of('users.user_id', '=', readerId),
        of.exists(friendshipWith(db, readerId, 'users.user_id')),
        of.exists(membership.where('shows_name', '=', true)),
      ]),
    )
    .execute();
  return [...new Set([...byUsername, ...byName].map(({ user_id }) => user_id))].slice(0, limit);
}

const friendshipWith = (db: Queries, userId: string, other: 'users.user_id') =>
  db
    .selectFrom('friendships')
    .select('since')
    .where((of) =>
      of.or([
        of.and([of('low_id', '=', userId), of('high_id', '=', sql.ref<string>(other))]),
        of.and([of('high_id', '=', userId), of('low_id', '=', sql.ref<string>(other))]),
      ]),
    );
