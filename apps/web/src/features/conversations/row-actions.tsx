import { ArchiveIcon, EditIcon, type MenuItem, PinIcon, TrashIcon, UndoIcon } from '../../ui/index.ts';
import { archive, type Conversation, pin, remove, restore } from '../conversation/index.ts';
import type { View } from './views.ts';

interface RowHandlers {
  onRename(): void;
  onErase(): void;
}

/** The menu items of one conversation. */
export function rowActions(
  conversation: Conversation,
  view: View,
  { onRename, onErase }: RowHandlers,
): MenuItem[] {
  const { id, isPinned, isArchived } = conversation;
  if (view === 'deleted') {
    return [
      { label: 'Restore', icon: <UndoIcon size={18} />, act: () => void restore([id]) },
      { label: 'Delete for good', icon: <TrashIcon size={18} />, act: onErase },
    ];
  }
  return [
    { label: 'Rename', icon: <EditIcon size={18} />, keys: 'F2', act: onRename },
    {
      label: isPinned ? 'Unpin' : 'Pin',
      icon: <PinIcon size={18} />,
      act: () => void pin([id], !isPinned),
    },
    {
      label: isArchived ? 'Unarchive' : 'Archive',
      icon: <ArchiveIcon size={18} />,
      act: () => void archive([id], !isArchived),
    },
    { label: 'Delete', icon: <TrashIcon size={18} />, keys: 'Del', act: () => void remove([id]) },
  ];
}
