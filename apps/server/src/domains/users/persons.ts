import type { Friendship, Person, Standing } from '@polylogue/contract';
import { UserId } from '@polylogue/contract';
import { refuse } from '../../platform/http/refuse.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import type { PersonRow, PersonStore } from './person-store.ts';
import { rightsOf, visibleFields } from './policy.ts';
import type { Relations } from './relations.ts';

/** How many people are read in one query. */
const batch = 100;

/** People as others see them: the only place that decides this. */
export function persons(store: Pick<PersonStore, 'persons'>, relations: Omit<Relations, 'friends'>) {
  async function batchSeenBy(viewerId: string, userIds: readonly string[]): Promise<[string, Person][]> {
    const rows = await store.persons([viewerId, ...userIds]);
    const viewer = rows.find((row) => row.user_id === viewerId);
    // Looked up for every id, found or not, so that the response time reveals nothing.
    const friendships = await relations.friendships(viewerId, userIds);
    const blocked = await relations.blockedEitherWay(viewerId, userIds);
    const wanted = new Set(userIds);
    return rows
      .filter((row) => wanted.has(row.user_id) && !blocked.has(row.user_id) && isVisible(row, viewerId))
      .map((row) => {
        const friendship = row.user_id === viewerId ? 'self' : (friendships.get(row.user_id) ?? 'stranger');
        return [row.user_id, asSeen(row, friendship, viewer?.user_standing ?? 'suspended')];
      });
  }

  /**
   * These people as `viewerId` may see them. Anyone unknown, suspended, or with a block in either direction is left
   * out, without revealing which it was.
   */
  async function personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>> {
    const pause = inPieces();
    const found: [string, Person][] = [];
    for (let from = 0; from < userIds.length; from += batch) {
      found.push(...(await batchSeenBy(viewerId, userIds.slice(from, from + batch))));
      await pause();
    }
    return new Map(found);
  }

  return {
    personsSeenBy,

    /** One person as `viewerId` may see them; refuses with `not-found`. */
    async person(viewerId: string, userId: string): Promise<Person> {
      // An invalid id takes the same path as one that does not exist.
      const validId = UserId.safeParse(userId).data ?? '';
      return (await personsSeenBy(viewerId, [validId])).get(validId) ?? refuse('not-found', 'User not found');
    },
  };
}

export type Persons = ReturnType<typeof persons>;

const isVisible = (row: PersonRow, viewerId: string) =>
  row.user_standing !== 'suspended' || row.user_id === viewerId;

function asSeen(row: PersonRow, friendship: Friendship, standing: Standing): Person {
  const shown = new Set<string>(fieldsShownTo(friendship, row.privacy_public_profile));
  const only = (field: (typeof visibleFields.friendship)[number]) => (shown.has(field) ? row[field] : null);
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
    can: rightsOf({ friendship, standing, allowsInvites: row.privacy_allow_invites }),
  };
}

function fieldsShownTo(friendship: Friendship, isPublic: boolean): readonly string[] {
  if (friendship === 'friend' || friendship === 'self') return visibleFields.friendship;
  return isPublic ? visibleFields.publicProfile : [];
}
