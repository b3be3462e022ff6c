import { deletedSince, fieldValue } from '@polylogue/sync';
import type { ListedConversation } from '../sync/index.ts';

/** A conversation as a list shows it. */
export interface Conversation {
  id: string;
  title: string;
  createdAt: number;
  lastMessageAt: number;
  isPinned: boolean;
  isArchived: boolean;
  /** When it was deleted; null: it is not deleted, or has a newer message. */
  deletedAt: number | null;
  /** Deleted for good: it is listed only until the server knows. */
  isErased: boolean;
}

/** How long a deleted conversation can be restored (milliseconds). */
const restorableFor = 30 * 86_400_000;

const untitled = 'New conversation';

export function conversationOf(listed: ListedConversation): Conversation {
  const { conversation_id, created_at, last_message_at, fields } = listed;
  const title = fieldValue(fields, 'title');
  const deletedAt = deletedSince(fields, 'deleted', last_message_at);
  return {
    id: conversation_id,
    title: (typeof title === 'string' && title.trim()) || untitled,
    createdAt: created_at,
    lastMessageAt: last_message_at,
    isPinned: fieldValue(fields, 'pinned') === true,
    isArchived: fieldValue(fields, 'archived') === true,
    deletedAt,
    isErased: deletedSince(fields, 'erased', last_message_at) !== null,
  };
}

export const addressOf = ({ id }: Pick<Conversation, 'id'>): string => `/chat/${id}`;

export const isActive = ({ isArchived, deletedAt, isErased }: Conversation): boolean =>
  !isArchived && deletedAt === null && !isErased;

/** Whether it was deleted, and can still be restored. */
export const isRestorable = ({ deletedAt, isErased }: Conversation, now: number): boolean =>
  !isErased && deletedAt !== null && deletedAt > now - restorableFor;

/** Whether it was deleted and cannot be restored any more. */
export const isExpired = (one: Conversation, now: number): boolean =>
  one.isErased || (one.deletedAt !== null && !isRestorable(one, now));

/**
 * The new list, reusing the objects that did not change, and the old list when none did: a growing answer is stored
 * every second, and that must not render anything again.
 */
export function shared(
  before: readonly Conversation[] | null,
  after: readonly Conversation[],
): readonly Conversation[] {
  if (!before) return after;
  const known = new Map(before.map((one) => [one.id, one]));
  const next = after.map((one) => {
    const old = known.get(one.id);
    return old && isSame(old, one) ? old : one;
  });
  return next.length === before.length && next.every((one, at) => one === before[at]) ? before : next;
}

const isSame = (one: Conversation, other: Conversation) =>
  (Object.keys(one) as (keyof Conversation)[]).every((name) => one[name] === other[name]);
