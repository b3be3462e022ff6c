import type { FoundMessage, FoundPost, SpacePerson } from '@polylogue/contract';
import { messageHash } from '../../lib/page/message-address.ts';
import { addressOf, untitled } from '../conversation/index.ts';
import { nameOf } from '../person/index.ts';

/** A message that was found, as it is listed. */
export interface Hit {
  /** Leads to the message, and to the word in it. */
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

/** How much of a found text is looked for on the page where it leads. */
const longestWord = 60;

/** The longest of the marked words, as it stands in the text. */
function wordOf({ text, marks }: Hit['excerpt']): string | undefined {
  const words = marks.map(([from, to]) => text.slice(from, to));
  return words.sort((one, other) => other.length - one.length)[0]?.slice(0, longestWord);
}

export function messageHit({
  conversation_id,
  title,
  message_id,
  role,
  created_at,
  excerpt,
}: FoundMessage): Hit {
  return {
    href: addressOf({ id: conversation_id }) + messageHash(message_id, wordOf(excerpt)),
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
): Hit {
  const author = people.find(({ user_id }) => user_id === by_id);
  return {
    href: `/spaces/${space_id}${messageHash(message_id, wordOf(excerpt))}`,
    title: name,
    space: space_id,
    author: kind === 'turn' ? 'AI' : by_id === me ? 'You' : author ? nameOf(author) : 'Someone who left',
    at: created_at,
    excerpt,
  };
}
