import { type Person, SearchField, UserId } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import { isLongEnough, searchKey } from '../../platform/database/folded.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { findableStore, type NameField, type SearchCursor } from './findable-store.ts';
import { friendSearch } from './friend-search.ts';
import { canonicalEmail, canonicalUsername } from './names.ts';
import type { Persons } from './persons.ts';
import type { Relations } from './relations.ts';
import type { SearchQuota } from './search-quota.ts';

/** People per answer. */
const most = 20;
/** People read at once: some to spare for those who are not shown, so that leaving some out takes no longer. */
const page = 2 * most;
/** The most pages read for one search, however many people with that prefix have blocked each other. */
const pages = 10;

type SearchValues = Partial<Record<SearchField, string | undefined>>;

interface SearchDeps {
  db: Queries;
  relations: Pick<Relations, 'friends'>;
  personsSeenBy: Persons['personsSeenBy'];
  quota: SearchQuota;
  /** Whether strangers only find people with a verified email address. */
  mustBeVerified: boolean;
}

/** Searching for people. */
export function peopleSearch({ db, relations, personsSeenBy, quota, mustBeVerified }: SearchDeps) {
  const findable = findableStore(db);
  const findFriends = friendSearch(db, relations);

  const exactly: Record<Exclude<SearchField, NameField>, (text: string) => Promise<string | undefined>> = {
    email: (text) => findable.byEmail(canonicalEmail(text) ?? ''),
    user_id: (text) => findable.byId(UserId.safeParse(text).data ?? '', mustBeVerified),
  };

  /** The people who may be shown. Always looked up, so that an empty result takes just as long. */
  async function shown(viewerId: string, userIds: string[]): Promise<Person[]> {
    const seen = await personsSeenBy(viewerId, userIds.length > 0 ? userIds : ['']);
    return userIds.flatMap((userId) => seen.get(userId) ?? []);
  }

  async function byName(
    viewerId: string,
    field: NameField,
    prefix: string,
    friends: string[],
  ): Promise<Person[]> {
    const known = new Set(friends);
    const people: Person[] = [];
    let first = friends.slice(0, page);
    let after: SearchCursor | undefined;
    for (let at = 0; at < pages && people.length < most; at += 1) {
      const found = await findable.byName(field, prefix, page, mustBeVerified, after);
      const others = found.map((row) => row.user_id).filter((userId) => !known.has(userId));
      people.push(...(await shown(viewerId, [...first, ...others])));
      first = [];
      after = found.at(-1);
      if (found.length < page) break;
    }
    return people.slice(0, most);
  }

  return {
    /**
     * At most 20 people: first matching friends, then others who allow being found this way.
     * Refuses with `bad-input` and `too-many`.
     */
    async searchUsers(viewerId: string, query: SearchValues): Promise<Person[]> {
      const [field, typed] = onlyField(query);
      const text = field === 'username' ? canonicalUsername(typed) : typed;
      if (!isLongEnough(text)) refuse('bad-input', 'Please enter at least 2 characters.');
      await quota.count(viewerId, typed);
      const friends = await findFriends(viewerId, field, text);
      if (field !== 'email' && field !== 'user_id') return byName(viewerId, field, searchKey(text), friends);
      const found = friends[0] ?? (await exactly[field](text.trim()));
      return shown(viewerId, found === undefined ? [] : [found]);
    },
  };
}

function onlyField(query: SearchValues): [SearchField, string] {
  const given = SearchField.options.flatMap((field): [SearchField, string][] => {
    const text = query[field];
    return text === undefined ? [] : [[field, text]];
  });
  const [one, another] = given;
  if (one && !another) return one;
  const names = SearchField.options.map((field) => field).join(', ');
  return refuse('bad-input', `Search by exactly one of these: ${names}.`);
}
