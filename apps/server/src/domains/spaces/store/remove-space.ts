import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/database.ts';
import { rowIdOf } from '../../../platform/feed/feeds.ts';
import { searchQueue } from '../../../platform/search/search-queue.ts';
import { reactionStore } from './reaction-store.ts';
import type { SpaceRow } from './space-store.ts';
import { addUsedText } from './used-text.ts';

type Space = Pick<SpaceRow, 'space_id' | 'feed'>;

/** Each returns whether it found rows of the space, which it removed. */
const steps: ((db: Queries, space: Space, limit: number, invitedBefore: number) => Promise<boolean>)[] = [
  removeMessages,
  (db, { feed }, limit) => removeSome(db, 'space_turns', sql`feed, turn_id`, sql`feed = ${feed}`, limit),
  (db, { space_id }, limit) =>
    removeSome(db, 'space_sessions', sql`session_id`, sql`space_id = ${space_id}`, limit),
  // Later ones to a person count towards the limits of who sent them; the sweep removes them once they have expired.
  (db, { space_id }, limit, invitedBefore) =>
    removeSome(
      db,
      'space_invitations',
      sql`invitation_id`,
      sql`space_id = ${space_id} and (to_user is null or created_at <= ${invitedBefore})`,
      limit,
    ),
  (db, { space_id }, limit) =>
    removeSome(db, 'notifications', sql`feed, notification_id`, sql`space_id = ${space_id}`, limit),
  (db, { space_id }, limit) =>
    removeSome(db, 'space_members', sql`space_id, user_id`, sql`space_id = ${space_id}`, limit),
];

/** Ends all memberships and invitations of a space; returns the ids of who was in it. */
export async function closeSpace(db: Queries, spaceId: string, at: number, seq: number): Promise<string[]> {
  await db
    .updateTable('space_invitations')
    .set({ ended_at: at })
    .where('space_id', '=', spaceId)
    .where('ended_at', 'is', null)
    .execute();
  const members = await db
    .updateTable('space_members')
    .set({ left_at: at, role: 'member', seq })
    .where('space_id', '=', spaceId)
    .where('left_at', 'is', null)
    .returning('user_id')
    .execute();
  return members.map(({ user_id }) => user_id);
}

/** Removes some rows of a space, messages first; false once only the space itself was left and has been removed. */
export async function removeSomeOfSpace(
  db: Queries,
  space: Space,
  limit: number,
  invitedBefore: number,
): Promise<boolean> {
  for (const step of steps) if (await step(db, space, limit, invitedBefore)) return true;
  await db.deleteFrom('spaces').where('space_id', '=', space.space_id).execute();
  await db.deleteFrom('feeds').where('feed', '=', space.feed).execute();
  return false;
}

/** Gives their authors back the room that they took. */
async function removeMessages(db: Queries, { feed }: Space, limit: number): Promise<boolean> {
  const rows = await db
    .selectFrom('space_messages')
    .select(['row_id', 'by_id', 'bytes'])
    .where('row_id', '>=', rowIdOf(feed, 0))
    .where('row_id', '<', rowIdOf(feed + 1, 0))
    .limit(limit)
    .execute();
  const ids = rows.map(({ row_id }) => row_id);
  if (ids.length === 0) return false;
  for (const [author, own] of Map.groupBy(rows, ({ by_id }) => by_id)) {
    const bytes = own.reduce((sum, row) => sum + row.bytes, 0);
    if (author !== null && bytes > 0) await addUsedText(db, author, -bytes);
  }
  await reactionStore(db).removeAll(ids);
  await searchQueue(db).addStored('space_messages', ids);
  await db.deleteFrom('space_messages').where('row_id', 'in', ids).execute();
  return true;
}

async function removeSome(
  db: Queries,
  table: 'space_turns' | 'space_sessions' | 'space_invitations' | 'notifications' | 'space_members',
  key: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
  limit: number,
): Promise<boolean> {
  const rows = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where (${key}) in (select ${key} from ${rows} where ${where} limit ${limit})`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
