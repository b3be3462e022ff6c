import { type Person, SearchField, UserId } from '@polylogue/contract';
import type { Queries } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { findableStore, type NameField, type Place } from './findable-store.ts';
import { folded, isEnough } from './folded.ts';
import { canonicalEmail, canonicalUsername } from './names.ts';
import type { Persons } from './persons.ts';
import type { SearchQuota } from './search-quota.ts';

/** People in one answer. */
const most = 20;
/** Looked at at once: with room for those who are not shown, so that leaving some out takes no longer. */
const page = 2 * most;
/** One search goes no further, however many who begin like that have blocked each other. */
const pages = 10;

type Asked = Partial<Record<SearchField, string | undefined>>;

interface SearchDeps {
  db: Queries;
  personsSeenBy: Persons['personsSeenBy'];
  quota: SearchQuota;
}

/** How people find each other. */
export function search({ db, personsSeenBy, quota }: SearchDeps) {
  const findable = findableStore(db);

  const exactly: Record<Exclude<SearchField, NameField>, (text: string) => Promise<string | undefined>> = {
    email: (text) => findable.byEmail(canonicalEmail(text) ?? ''),
    user_id: (text) => findable.byId(UserId.safeParse(text).data ?? ''),
  };

  /** Of those that are found, the ones that may be shown. Asked in any case: that nobody is found takes as long. */
  async function shown(viewerId: string, userIds: string[]): Promise<Person[]> {
    const seen = await personsSeenBy(viewerId, userIds.length > 0 ? userIds : ['']);
    return userIds.flatMap((userId) => seen.get(userId) ?? []);
  }

  async function byName(viewerId: string, field: NameField, prefix: string): Promise<Person[]> {
    const people: Person[] = [];
    let after: Place | undefined;
    for (let at = 0; at < pages && people.length < most; at += 1) {
      const found = await findable.byName(field, prefix, page, after);
      people.push(
        ...(await shown(
          viewerId,
          found.map((row) => row.user_id),
        )),
      );
      after = found.at(-1);
      if (found.length < page) break;
    }
    return people.slice(0, most);
  }

  return {
    /** At most 20 people who let themselves be found by this; refuses with `bad-input` and `too-many`. */
    async searchUsers(viewerId: string, asked: Asked): Promise<Person[]> {
      const [field, typed] = theOne(asked);
      const text = field === 'username' ? canonicalUsername(typed) : typed;
      if (!isEnough(text)) refuse('bad-input', 'Please enter at least 3 characters.');
      quota.count(viewerId, typed);
      if (field !== 'email' && field !== 'user_id') return byName(viewerId, field, folded(text));
      const found = await exactly[field](text.trim());
      return shown(viewerId, found === undefined ? [] : [found]);
    },
  };
}

function theOne(asked: Asked): [SearchField, string] {
  const given = SearchField.options.flatMap((field): [SearchField, string][] => {
    const text = asked[field];
    return text === undefined ? [] : [[field, text]];
  });
  const [one, another] = given;
  if (one && !another) return one;
  const names = SearchField.options.map((field) => field).join(', ');
  return refuse('bad-input', `Please search by exactly one of these: ${names}.`);
}
