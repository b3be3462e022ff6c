import type { FoundMessage, FoundPost, SpacePerson } from '@polylogue/contract';
import { cutText } from '@polylogue/sync';
import { markedIn, searchTerms, type Term } from '@polylogue/sync/search';
import { messageHash } from '../../lib/page/message-address.ts';
import { addressOf, untitled } from '../conversation/index.ts';
import { nameOf } from '../person/index.ts';
import { searchAddress } from './saved-search.ts';

/** A message that was found, as it is listed. */
export interface Hit {
  /** Leads to the message, and to the words in it. */
  href: string;
  /** Of the conversation or space. */
  title: string;
  /** The id of the space that it is in. */
  space?: string;
  author: string;
  /** Milliseconds since 1970. */
  at: number;
  excerpt: FoundMessage['excerpt'];
}

/** Leads to all finds of a space, of which a search of all lists only a few. */
export interface MoreIn {
  space: string;
  title: string;
  href: string;
}

/** A space, as our server names it. */
export type NamedSpace = Pick<FoundPost, 'space_id' | 'name'>;

/** How much of a found text is looked for on the page where it leads. */
const longestWord = 60;

/** In other words than this one they are found everywhere. */
const isShort = (word: string) =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]{1,2}$/u.test(word);

/** What to mark in the message: the words as they stand in its excerpt, and as they were typed what is far from there. */
function wordsIn({ text, marks }: Hit['excerpt'], typed: string): string[] {
  const near = marks.map(([from, to]) => cutText(text.slice(from, to), longestWord));
  const far = searchTerms(typed).filter((term) => markedIn(text, [term]).length === 0);
  const all = [...new Set([...near, ...far.map(wordsOf)])];
  const long = all.filter((word) => !isShort(word));
  return long.length > 0 ? long : all;
}

const wordsOf = ({ tokens }: Term) =>
  tokens.map(({ text, isJoined }, at) => (isJoined || at === 0 ? text : ` ${text}`)).join('');

export function messageHit(
  { conversation_id, title, message_id, role, created_at, excerpt }: FoundMessage,
  typed: string,
): Hit {
  return {
    href: addressOf({ id: conversation_id }) + messageHash(message_id, wordsIn(excerpt, typed)),
    title: title.trim() || untitled,
    author: role === 'user' ? 'You' : 'AI',
    at: created_at,
    excerpt,
  };
}

export function postHit(
  { space_id, name, message_id, kind, by_id, created_at, excerpt }: FoundPost,
  people: readonly SpacePerson[],
  me: string | null,
  typed: string,
): Hit {
  const author = people.find(({ user_id }) => user_id === by_id);
  return {
    href: `/spaces/${space_id}${messageHash(message_id, wordsIn(excerpt, typed))}`,
    title: name,
    space: space_id,
    author: kind === 'turn' ? 'AI' : by_id === me ? 'You' : author ? nameOf(author) : 'Someone who left',
    at: created_at,
    excerpt,
  };
}

export const moreInSpace = ({ space_id, name }: NamedSpace, typed: string): MoreIn => ({
  space: space_id,
  title: name,
  href: searchAddress(typed, space_id),
});
