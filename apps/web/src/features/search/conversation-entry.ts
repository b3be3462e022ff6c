import { agoOrDay } from '../../lib/text/ago.ts';
import { addressOf, type ListedConversation } from '../conversation/index.ts';

/** A conversation as a place to go to; `aside` tells it from others of the same name. */
interface ConversationEntry {
  href: string;
  title: string;
  aside: string;
}

// What is listed stays the same object until it changes, and so does its entry: its words are split once.
const known = new WeakMap<ListedConversation, ConversationEntry>();

export function conversationEntry(conversation: ListedConversation): ConversationEntry {
  const { title, lastMessageAt, isArchived } = conversation;
  const found = known.get(conversation);
  if (found) return found;
  const entry = {
    href: addressOf(conversation),
    title,
    // Another one later.
    get aside() {
      const when = agoOrDay(new Date(lastMessageAt));
      return isArchived ? `archived · ${when}` : when;
    },
  };
  known.set(conversation, entry);
  return entry;
}

/** Those that are looked through for their titles: archived ones after the others, none that were deleted. */
export function searchedConversations(all: readonly ListedConversation[]): ConversationEntry[] {
  const kept = all.filter(({ deletedAt, isErased }) => deletedAt === null && !isErased);
  return [...kept.filter((one) => !one.isArchived), ...kept.filter((one) => one.isArchived)].map(
    conversationEntry,
  );
}
