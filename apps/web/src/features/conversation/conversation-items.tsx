import { ArchiveIcon, EditIcon, type MenuItem, PinIcon, TrashIcon } from '../../ui/index.ts';
import { archive, pin, remove } from './actions.ts';
import type { ListedConversation } from './list/index.ts';

/** The menu items of a conversation that is not deleted. Renaming and deleting also concern what is on the screen. */
export function conversationItems(
  { id, isPinned, isArchived }: ListedConversation,
  onRename: () => void,
  onDelete: () => void = () => void remove([id]),
): MenuItem[] {
  return [
    { label: 'Rename', icon: <EditIcon size={18} />, keys: 'F2', act: onRename },
    { label: isPinned ? 'Unpin' : 'Pin', icon: <PinIcon size={18} />, act: () => void pin([id], !isPinned) },
    {
      label: isArchived ? 'Unarchive' : 'Archive',
      icon: <ArchiveIcon size={18} />,
      act: () => void archive([id], !isArchived),
    },
    { label: 'Delete', icon: <TrashIcon size={18} />, keys: 'Del', act: onDelete },
  ];
}
