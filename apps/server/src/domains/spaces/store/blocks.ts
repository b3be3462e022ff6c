import { type RawBuilder, sql } from 'kysely';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/database.ts';
import { everMembers } from './member-store.ts';

/** Everyone on the other side of a block with a person, in a query: there may be too many for a list. */
const behindBlocksOf = (db: Queries, userId: string) =>
  db
    .selectFrom('blocks')
    .select('blocked_id as user_id')
    .where('blocker_id', '=', userId)
    .unionAll(db.selectFrom('blocks').select('blocker_id as user_id').where('blocked_id', '=', userId));

/** Blocks between a person and someone whom the surrounding query names. */
export const blocksBetween = (
  db: Queries,
  userId: string | RawBuilder<string>,
  other: 'm.by_id' | 'post.by_id' | 'users.user_id',
) =>
  db
    .selectFrom('blocks')
    .select('blocked_at')
    .where((of) =>
      of.or([
        of.and([of('blocker_id', '=', userId), of('blocked_id', '=', sql.ref<string>(other))]),
        of.and([of('blocked_id', '=', userId), of('blocker_id', '=', sql.ref<string>(other))]),
      ]),
    );

/** Everyone who is or was in a space and has a block between them and a person; or in any that the person is in. */
export async function behindBlocks(db: Queries, userId: string, spaceId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('space_members as other')
    .select('other.user_id')
    .distinct()
    .where('other.user_id', 'in', behindBlocksOf(db, userId))
    .where('other.space_id', 'in', (of) =>
      of
        .selectFrom('space_members as mine')
        .select('mine.space_id')
        .where('mine.user_id', '=', userId)
        .where('mine.left_at', 'is', null)
        .$if(spaceId !== undefined, (query) => query.where('mine.space_id', '=', spaceId ?? '')),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** For each of these people, everyone who is or was in the space and has a block between them. */
export async function blocksIn(
  db: Queries,
  spaceId: string,
  userIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const made = (by: 'blocker_id' | 'blocked_id', against: 'blocker_id' | 'blocked_id') =>
    inBatches(userIds, (some) =>
      db
        .selectFrom('blocks')
        .select([`blocks.${by} as user_id`, `blocks.${against} as other_id`])
        .where(`blocks.${by}`, 'in', some)
        // Not a join: the embedded database would look for each of these people with each member.
        .where(({ exists }) =>
          exists(
            everMembers(db, spaceId)
              .select('role')
              .where('user_id', '=', sql.ref<string>(`blocks.${against}`)),
          ),
        )
        .execute(),
    );
  const found = new Map<string, Set<string>>();
  for (const { user_id, other_id } of [
    ...(await made('blocker_id', 'blocked_id')),
    ...(await made('blocked_id', 'blocker_id')),
  ]) {
    found.set(user_id, (found.get(user_id) ?? new Set()).add(other_id));
  }
  return found;
}
