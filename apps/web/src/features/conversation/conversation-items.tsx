import { ArchiveIcon, EditIcon, FolderIcon, type MenuItem, PinIcon, TrashIcon } from '../../ui/index.ts';
import { archive, pin, remove } from './actions.ts';
import type { ListedConversation } from './list/index.ts';
import { folderRequest } from './records/folder-requests.ts';

/** The menu items of a conversation that is not deleted. Renaming and deleting also concern what is on the screen. */
export function conversationItems(
  conversation: ListedConversation,
  onRename: () => void,
  onDelete: () => void = () => void remove([conversation.id]),
): MenuItem[] {
  const { id, isPinned, isArchived } = conversation;
  return [
    { label: 'Rename', icon: <EditIcon size={18} />, keys: 'F2', act: onRename },
    { label: isPinned ? 'Unpin' : 'Pin', icon: <PinIcon size={18} />, act: () => void pin([id], !isPinned) },
    {
      label: 'Move to folder',
      icon: <FolderIcon size={18} />,
      act: () => folderRequest.dispatch({ type: 'move', conversations: [conversation] }),
    },
    {
      label: isArchived ? 'Unarchive' : 'Archive',
      icon: <ArchiveIcon size={18} />,
      act: () => void archive([id], !isArchived),
    },
    { label: 'Delete', icon: <TrashIcon size={18} />, keys: 'Del', act: onDelete },
  ];
}
