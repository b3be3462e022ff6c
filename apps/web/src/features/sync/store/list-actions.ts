import { cutText, isBlank, type Json, type StampedFields, syncLimits, writtenFields } from '@polylogue/sync';
import type { ShownConversation } from './store-reads.ts';

/** What the user does to conversations in a list. `erase` is permanent, without the 30 days that `delete` leaves. */
export type ListAction =
  | { type: 'rename'; title: string }
  /** Into a folder; null: out of any. */
  | { type: 'move'; folder: string | null }
  | { type: 'pin' | 'unpin' | 'archive' | 'unarchive' | 'delete' | 'restore' | 'erase' };

/** The fields it changes. `now`: milliseconds since 1970, by the server's clock. */
export function fieldsOfAction(
  action: ListAction,
  { fields, last_message_at }: Pick<ShownConversation, 'fields' | 'last_message_at'>,
  now: number,
): StampedFields {
  // A message later than the deletion would bring the conversation back, even one dated by a fast clock.
  const isDeletion = ['delete', 'restore', 'erase'].includes(action.type);
  return writtenFields(valuesOf(action), fields, isDeletion ? Math.max(now, last_message_at) : now);
}

function valuesOf(action: ListAction): Record<string, Json> {
  switch (action.type) {
    case 'rename': {
      if (isBlank(action.title)) return {};
      const title = action.title.replace(/\s+/g, ' ').trim();
      return { title: cutText(title, syncLimits.titleLength), titled_by_hand: true };
    }
    case 'move':
      return { folder: action.folder };
    case 'pin':
    case 'unpin':
      return { pinned: action.type === 'pin' };
    case 'archive':
    case 'unarchive':
      return { archived: action.type === 'archive' };
    case 'delete':
    case 'restore':
      return { deleted: action.type === 'delete' };
    case 'erase':
      return { erased: true };
  }
}
