import type { SearchField } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import { searchKey } from '../../platform/database/folded.ts';
import { foldedName } from './findable.ts';
import { canonicalEmail } from './names.ts';
import { personStore } from './person-store.ts';
import type { Relations } from './relations.ts';

/**
 * The caller's friends who match a text by name: friends find each other whatever their privacy settings, by everything
 * that friends see of each other. By address, which they do not see, only once it is verified.
 */
export function friendSearch(db: Queries, { friends }: Pick<Relations, 'friends'>) {
  return async (viewerId: string, field: SearchField, text: string): Promise<string[]> => {
    const ids = await friends(viewerId);
    if (ids.length === 0) return [];
    if (field === 'user_id') return ids.filter((userId) => userId === text.trim());
    const people = await personStore(db).named(ids);
    if (field === 'email') {
      const address = canonicalEmail(text.trim());
      return people
        .filter((person) => person.email_verified && person.email_canonical === address)
        .map((person) => person.user_id);
    }
    const prefix = searchKey(text);
    return people
      .map((person) => ({ ...person, name: foldedName(person, field) ?? '' }))
      .filter(({ name }) => name.startsWith(prefix))
      .sort((one, other) => order(one.name, other.name) || order(one.username, other.username))
      .map((person) => person.user_id);
  };
}

/** The same order as the database's. */
const order = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
