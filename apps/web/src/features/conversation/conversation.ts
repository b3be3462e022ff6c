import { type Fields, fieldValue } from '@polylogue/sync';
import type { ListedConversation } from '../sync/index.ts';

/** A conversation as a list shows it. */
export interface Conversation {
  id: string;
  title: string;
  createdAt: number;
  lastMessageAt: number;
  isPinned: boolean;
  isArchived: boolean;
  /** When it was deleted; null: it is not, or something was said in it since. */
  deletedAt: number | null;
  /** Deleted for good: it is listed only until the server has heard of it. */
  isErased: boolean;
}

const untitled = 'New conversation';

export function conversationOf(listed: ListedConversation): Conversation {
  const { conversation_id, created_at, last_message_at, fields } = listed;
  const title = fieldValue(fields, 'title');
  const deletedAt = sinceWhen(fields, 'deleted', last_message_at);
  return {
    id: conversation_id,
    title: (typeof title === 'string' && title.trim()) || untitled,
    createdAt: created_at,
    lastMessageAt: last_message_at,
    isPinned: fieldValue(fields, 'pinned') === true,
    isArchived: fieldValue(fields, 'archived') === true,
    deletedAt,
    isErased: sinceWhen(fields, 'erased', last_message_at) !== null,
  };
}

/** What is written to after it was deleted comes back. */
function sinceWhen(fields: Fields, name: string, lastMessageAt: number): number | null {
  const [value, at] = (Object.hasOwn(fields, name) && fields[name]) || [];
  return value === true && at !== undefined && at >= lastMessageAt ? at : null;
}

export const addressOf = ({ id }: Pick<Conversation, 'id'>): string => `/chat/${id}`;

export const isActive = ({ isArchived, deletedAt, isErased }: Conversation): boolean =>
  !isArchived && deletedAt === null && !isErased;
