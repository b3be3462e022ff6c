import { isActive, type ListedConversation } from '../conversation/index.ts';
import {
  conversationEntry,
  type FoundPart,
  search,
  searchAddress,
  searchedConversations,
} from '../search/index.ts';
import type { Entry } from './entry.ts';

export interface OptionGroup {
  title: 'Conversations' | 'Saved searches' | 'Spaces' | 'People' | 'Pages' | 'Messages' | 'Search';
  options: readonly Entry[];
}

/** How many of a kind that people add to are offered; typing another word narrows them down. */
export const mostOfKind = 8;

/** The messages found so far; `areHere`: no others will be listed, or come above people · `hasMore`: there are others. */
export function messagesFound({ messages, posts }: Record<'messages' | 'posts', FoundPart>) {
  const hits = [...messages.hits, ...posts.hits];
  const isOver = !messages.isBusy && !posts.isBusy;
  const areHere = isOver || hits.length >= mostOfKind;
  const isMore =
    messages.next !== null ||
    posts.next !== null ||
    posts.moreIn.length > 0 ||
    (!messages.isBusy && (messages.share ?? 1) < 1);
  // Before that, the way to all of them would be what Enter goes to, and what is found later not.
  return { hits, areHere, hasMore: areHere && isMore };
}

/** What a text may refer to; without one, the latest conversations, the member's spaces and the pages. */
export function optionsFor(
  text: string,
  {
    conversations,
    searches,
    spaces,
    people,
    pages,
    messages,
    hasMoreMessages = false,
  }: {
    conversations: readonly ListedConversation[];
    searches: readonly Entry[];
    spaces: readonly Entry[];
    people: readonly Entry[];
    pages: readonly Entry[];
    /** Already those that contain the text. */
    messages: readonly Entry[];
    /** Whether there are others. */
    hasMoreMessages?: boolean;
  },
): OptionGroup[] {
  const isAsked = text.trim() !== '';
  const named = (entries: readonly Entry[]) => (isAsked ? search(text, entries) : entries);
  const titled = isAsked
    ? search(text, searchedConversations(conversations))
    : conversations.filter(isActive).map(conversationEntry);
  const isMore = titled.length > mostOfKind || messages.length > mostOfKind || hasMoreMessages;
  const found = named(searches).slice(0, mostOfKind);
  const all = everything(text);
  // A saved search may lead there: what leads to one place is one option.
  const offersAll = isAsked && isMore && !found.some(({ href }) => href === all.href);
  const groups: OptionGroup[] = [
    { title: 'Conversations', options: titled.slice(0, mostOfKind) },
    { title: 'Saved searches', options: found },
    { title: 'Spaces', options: named(spaces).slice(0, mostOfKind) },
    // All of them: they are few, and each must be seen to be known of.
    { title: 'Pages', options: named(pages) },
    // These arrive while one reads, in this order.
    { title: 'Messages', options: messages.slice(0, mostOfKind) },
    { title: 'People', options: people.slice(0, mostOfKind) },
    { title: 'Search', options: offersAll ? [all] : [] },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const everything = (text: string): Entry => ({
  href: searchAddress(text.trim()),
  title: `All that is found for “${text.trim()}”`,
});
