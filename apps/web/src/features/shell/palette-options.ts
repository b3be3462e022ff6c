import { addressOf, isActive, type ListedConversation } from '../conversation/index.ts';
import type { Entry } from './entry.ts';
import { search } from './search.ts';

interface OptionGroup {
  title: 'Conversations' | 'Saved searches' | 'Spaces' | 'People' | 'Pages' | 'Messages';
  options: readonly Entry[];
}

/** How many of a kind that people add to are offered; typing another word narrows them down. */
const most = 8;

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
  }: {
    conversations: readonly ListedConversation[];
    searches: readonly Entry[];
    spaces: readonly Entry[];
    people: readonly Entry[];
    pages: readonly Entry[];
    /** Already those that contain the text. */
    messages: readonly Entry[];
  },
): OptionGroup[] {
  const isAsked = text.trim() !== '';
  const named = (entries: readonly Entry[]) => (isAsked ? search(text, entries) : entries);
  const entries = conversations.filter(isActive).map((one) => ({ href: addressOf(one), title: one.title }));
  const groups: OptionGroup[] = [
    { title: 'Conversations', options: named(entries).slice(0, most) },
    { title: 'Saved searches', options: named(searches).slice(0, most) },
    { title: 'Spaces', options: named(spaces).slice(0, most) },
    { title: 'People', options: people.slice(0, most) },
    // All of them: they are few, and each must be seen to be known of.
    { title: 'Pages', options: named(pages) },
    // Last: they arrive while one reads.
    { title: 'Messages', options: messages.slice(0, most) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
