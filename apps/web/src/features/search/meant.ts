import { nameOf } from '@polylogue/sync/person-name';
import { filterValue, foldLetters, readTyped, type TypedFilter, typedWith } from '@polylogue/sync/search';

type Named = Parameters<typeof nameOf>[0];

export const providers: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  gemini: 'Google Gemini',
  anthropic: 'Anthropic',
  deepseek: 'DeepSeek',
  grok: 'Grok',
};

/** A name as it is compared: however its letters are written. */
export const comparable = (name: string) => foldLetters(filterValue(name));
const withoutAt = (name: string) => name.replace(/^@/, '');

/** Whose username is in a filter. */
export const friendWith = <Friend extends Named>(
  value: string,
  friends: readonly Friend[],
): Friend | undefined =>
  friends.find(({ username }) => username.toLowerCase() === withoutAt(value).toLowerCase());

/** Whether a filter for a person may be a friend's name. */
export const mayBeFriend = ({ name, value }: TypedFilter): boolean =>
  name === 'from' && !['me', 'ai'].includes(value.toLowerCase());

function meantBy(filter: TypedFilter, friends: readonly Named[], me: Named | null): string {
  const { name, value } = filter;
  if (name === 'provider') {
    const wanted = comparable(value);
    const known = Object.entries(providers).find((one) => one.some((word) => comparable(word) === wanted));
    return known?.[0] ?? value;
  }
  if (!mayBeFriend(filter) || friendWith(value, friends)) return value;
  if (me && friendWith(value, [me])) return 'me';
  const wanted = comparable(withoutAt(value));
  return friends.find((one) => comparable(nameOf(one)) === wanted)?.username ?? value;
}

/**
 * What has been typed, with usernames in place of the names of friends, `me` in place of one's own, and providers as they
 * are stored.
 */
export function withMeant(typed: string, friends: readonly Named[], me: Named | null = null): string {
  const query = readTyped(typed);
  const filters = query.filters.map((one) => ({ ...one, value: meantBy(one, friends, me) }));
  const isSame = filters.every(({ value }, at) => value === query.filters[at]?.value);
  return isSame ? typed : typedWith({ ...query, filters });
}
