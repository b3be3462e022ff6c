import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import { searchKey } from '../../platform/database/folded.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findableStore, type NameField } from './findable-store.ts';
import { type UserRow, userStore } from './store.ts';

type Findable = Selectable<Tables['findable_people']>;

type Named = Pick<UserRow, 'username' | 'first_name' | 'last_name'>;

/** One of a person's names, folded for comparing. */
export function foldedName(person: Named, field: NameField): string | null {
  const { username, first_name: first, last_name: last } = person;
  const parts = { username: [username], first_name: [first], last_name: [last], full_name: [first, last] };
  return searchKey(parts[field].filter(Boolean).join(' ')) || null;
}

/** The names by which a person can be found; undefined if by none. Each search decides about unverified people. */
export function findableNames(user: UserRow): Findable | undefined {
  if (!user.privacy_allow_search || user.user_standing === 'suspended') return undefined;
  // Names that strangers cannot see must not be guessable by searching either.
  const seen = user.privacy_public_profile ? user : { ...user, first_name: null, last_name: null };
  return {
    user_id: user.user_id,
    username: searchKey(user.username),
    first_name: foldedName(seen, 'first_name'),
    last_name: foldedName(seen, 'last_name'),
    full_name: foldedName(seen, 'full_name'),
  };
}

/** Call this in the transaction of any change to what `findableNames` reads, after locking the person. */
export async function updateFindable(userId: string, on: Queries): Promise<void> {
  const store = userStore(on);
  const user = await store.row(userId);
  const full_name_folded = user ? foldedName(user, 'full_name') : null;
  if (user && user.full_name_folded !== full_name_folded) await store.change(userId, { full_name_folded });
  const names = user && findableNames(user);
  if (names) await findableStore(on).put(names);
  else await findableStore(on).remove(userId);
}
