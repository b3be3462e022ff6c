import { deletedSince, fieldValue, type StampedFields } from '@polylogue/sync';

/** A conversation as a list shows it. */
export interface ListedConversation {
  id: string;
  title: string;
  createdAt: number;
  lastMessageAt: number;
  isPinned: boolean;
  isArchived: boolean;
  /** The id of the folder that it is in, which may have been deleted; null: none. */
  folder: string | null;
  /** When it was deleted; null: it is not deleted, or has a newer message. */
  deletedAt: number | null;
  /** Deleted for good: it is listed only until the server knows. */
  isErased: boolean;
}

interface Shown {
  conversation_id: string;
  created_at: number;
  last_message_at: number;
  fields: StampedFields;
}

/** How long a deleted conversation can be restored (milliseconds). */
const restorableFor = 30 * 86_400_000;

export const untitled = 'New conversation';

export function listed({ conversation_id, created_at, last_message_at, fields }: Shown): ListedConversation {
  const title = fieldValue(fields, 'title');
  const folder = fieldValue(fields, 'folder');
  return {
    id: conversation_id,
    title: (typeof title === 'string' && title.trim()) || untitled,
    createdAt: created_at,
    lastMessageAt: last_message_at,
    isPinned: fieldValue(fields, 'pinned') === true,
    isArchived: fieldValue(fields, 'archived') === true,
    folder: typeof folder === 'string' ? folder : null,
    deletedAt: deletedSince(fields, 'deleted', last_message_at),
    isErased: deletedSince(fields, 'erased', last_message_at) !== null,
  };
}

export const addressOf = ({ id }: Pick<ListedConversation, 'id'>): string => `/chat/${id}`;

export const isActive = ({ isArchived, deletedAt, isErased }: ListedConversation): boolean =>
  !isArchived && deletedAt === null && !isErased;

/** Whether it was deleted, and can still be restored. */
export const isRestorable = ({ deletedAt, isErased }: ListedConversation, now: number): boolean =>
  !isErased && deletedAt !== null && deletedAt > now - restorableFor;

/** Whether it was deleted and cannot be restored any more. */
export const isExpired = (one: ListedConversation, now: number): boolean =>
  one.isErased || (one.deletedAt !== null && !isRestorable(one, now));
