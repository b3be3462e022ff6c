import { dayOf } from '../../lib/text/time.ts';
import { isActive, type ListedConversation } from './list/index.ts';

interface Group {
  title: 'Pinned' | 'Today' | 'Yesterday' | 'Earlier';
  conversations: readonly ListedConversation[];
}

/** In the same order otherwise. */
export const pinnedFirst = (all: readonly ListedConversation[]): readonly ListedConversation[] => [
  ...all.filter(({ isPinned }) => isPinned),
  ...all.filter(({ isPinned }) => !isPinned),
];

/**
 * The active conversations, by the day of their last message; `all` is newest first. Empty groups are left out.
 * @param today when it began, in milliseconds since 1970
 */
export function groupsOf(all: readonly ListedConversation[], today: number): Group[] {
  const yesterday = dayOf(today - 1);
  const titleOf = ({ isPinned, lastMessageAt }: ListedConversation): Group['title'] => {
    if (isPinned) return 'Pinned';
    if (lastMessageAt >= today) return 'Today';
    return lastMessageAt >= yesterday ? 'Yesterday' : 'Earlier';
  };
  const byTitle = Map.groupBy(all.filter(isActive), titleOf);
  return (['Pinned', 'Today', 'Yesterday', 'Earlier'] as const).flatMap((title) => {
    const conversations = byTitle.get(title);
    return conversations ? [{ title, conversations }] : [];
  });
}
