import type { Friend, FriendStatus, Person } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { notFound, parseUserId } from './pair.ts';
import { relationRows, statusOf } from './relation-rows.ts';
import { friendshipStore } from './store/friendship-store.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
const nameOf = ({ first_name, last_name, username }: Person) =>
  [first_name, last_name].filter(Boolean).join(' ') || username;

/** Friends, and other people's relation to the caller. */
export function friendships({
  database,
  personsSeenBy,
}: {
  database: Database;
  personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>>;
}) {
  const store = friendshipStore(database.db);

  async function list(me: string): Promise<Friend[]> {
    const sinceById = new Map(
      (await store.of(me)).map((row) => [row.low_id === me ? row.high_id : row.low_id, row.since]),
    );
    return [...(await personsSeenBy(me, [...sinceById.keys()])).values()]
      .map((user) => ({ user, since: new Date(sinceById.get(user.user_id) ?? 0).toISOString() }))
      .sort((one, other) => byName.compare(nameOf(one.user), nameOf(other.user)));
  }

  async function status(me: string, userId: string): Promise<FriendStatus> {
    const other = parseUserId(userId);
    const seen = (await personsSeenBy(me, [other])).get(other) ?? notFound();
    const known = statusOf(other, (await relationRows(database.db, me, [other])).get(other));
    return seen.friendship === 'self' ? { ...known, friendship: 'self' } : known;
  }

  return {
    list,

    /** All friends by name, or one person's relation to the caller. */
    listOrStatus: (me: string, userId: string | undefined): Promise<Friend[] | FriendStatus> =>
      userId === undefined ? list(me) : status(me, userId),

    async unfriend(me: string, userId: string): Promise<void> {
      const other = parseUserId(userId);
      const wasFriend = await store.end(me, other);
      // Ending a friendship that does not exist succeeds, as long as the person does.
      if (!wasFriend && !(await personsSeenBy(me, [other])).has(other)) notFound();
    },
  };
}
