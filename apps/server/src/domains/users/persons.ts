import type { Friendship, Person, Standing } from '@polylogue/contract';
import { UserId } from '@polylogue/contract';
import { refuse } from '../../platform/http/refuse.ts';
import { rightsIn, seenWith } from './policy.ts';
import type { Relations } from './relations.ts';
import type { PersonRow, UserStore } from './store.ts';

/** So many people are read with one query. */
const batch = 500;

/** People as others see them: the only place that decides it. */
export function persons(store: Pick<UserStore, 'persons'>, relations: Omit<Relations, 'friends'>) {
  async function someSeenBy(viewerId: string, userIds: readonly string[]): Promise<[string, Person][]> {
    const rows = await store.persons([viewerId, ...userIds]);
    const viewer = rows.find((row) => row.user_id === viewerId);
    // Asked about everybody, found or not, so that the time it takes reveals nothing.
    const friendships = await relations.friendships(viewerId, userIds);
    const blocked = await relations.blockedEitherWay(viewerId, userIds);
    const wanted = new Set(userIds);
    return rows
      .filter((row) => wanted.has(row.user_id) && !blocked.has(row.user_id) && isThere(row, viewerId))
      .map((row) => {
        const friendship = row.user_id === viewerId ? 'self' : (friendships.get(row.user_id) ?? 'stranger');
        return [row.user_id, seen(row, friendship, viewer?.user_standing ?? 'suspended')];
      });
  }

  /**
   * These people as `viewerId` may see them. Anyone unknown, suspended, or blocked by one of the two is left
   * out, and nobody can tell which of these it was.
   */
  async function personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>> {
    const found: [string, Person][] = [];
    for (let from = 0; from < userIds.length; from += batch) {
      found.push(...(await someSeenBy(viewerId, userIds.slice(from, from + batch))));
    }
    return new Map(found);
  }

  return {
    personsSeenBy,

    /** One person as `viewerId` may see them; refuses with `not-found`. */
    async person(viewerId: string, userId: string): Promise<Person> {
      // What could not be an id goes the same way as one that is nobody's.
      const asked = UserId.safeParse(userId).data ?? '';
      return (await personsSeenBy(viewerId, [asked])).get(asked) ?? refuse('not-found', 'User not found');
    },
  };
}

export type Persons = ReturnType<typeof persons>;

const isThere = (row: PersonRow, viewerId: string) =>
  row.user_standing !== 'suspended' || row.user_id === viewerId;

function seen(row: PersonRow, friendship: Friendship, standing: Standing): Person {
  const shown = new Set<string>(shownTo(friendship, row.privacy_public_profile));
  const only = (field: (typeof seenWith.friendship)[number]) => (shown.has(field) ? row[field] : null);
  return {
    user_id: row.user_id,
    username: row.username,
    profile_picture_url: row.profile_picture_url,
    cover_picture_url: only('cover_picture_url'),
    first_name: only('first_name'),
    last_name: only('last_name'),
    bio: only('bio'),
    tagline: only('tagline'),
    location: only('location'),
    friendship,
    can: rightsIn({ friendship, standing, allowsInvites: row.privacy_allow_invites }),
  };
}

function shownTo(friendship: Friendship, isPublic: boolean): readonly string[] {
  if (friendship === 'friend' || friendship === 'self') return seenWith.friendship;
  return isPublic ? seenWith.publicProfile : [];
}
