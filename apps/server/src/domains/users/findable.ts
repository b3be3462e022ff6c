import type { Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { findableStore } from './findable-store.ts';
import { folded } from './folded.ts';
import { type UserRow, userStore } from './store.ts';

type Findable = Selectable<Tables['findable_people']>;

/** The names somebody is found by; undefined: they are not to be found. */
export function foundBy(user: UserRow): Findable | undefined {
  if (!user.privacy_allow_search || !user.email_verified || user.user_standing === 'suspended') {
    return undefined;
  }
  // Names that strangers do not see must not be guessed by searching for them either.
  const [first, last] = user.privacy_public_profile ? [user.first_name, user.last_name] : [null, null];
  const name = (...parts: (string | null)[]) => folded(parts.filter(Boolean).join(' ')) || null;
  return {
    user_id: user.user_id,
    username: folded(user.username),
    first_name: name(first),
    last_name: name(last),
    full_name: name(first, last),
  };
}

/** To be called on the transaction of whatever changes what `foundBy` reads, once it has locked the person. */
export async function keepFindable(userId: string, on: Queries): Promise<void> {
  const user = await userStore(on).row(userId);
  const names = user && foundBy(user);
  if (names) await findableStore(on).put(names);
  else await findableStore(on).remove(userId);
}
