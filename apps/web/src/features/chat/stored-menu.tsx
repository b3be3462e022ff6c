import { useLocation } from 'wouter';
import { nextFrame } from '../../lib/schedule/frame.ts';
import { SearchIcon } from '../../ui/index.ts';
import { conversationItems, isGuest, useConversations } from '../conversation/index.ts';
import { deleteChat } from './chats.ts';
import { ConversationMenu, type ConversationMenuProps } from './conversation-menu.tsx';
import { requestRename } from './renaming.ts';

/** With what can be done with a stored conversation. */
export function StoredMenu(props: ConversationMenuProps) {
  const { active } = props;
  const conversation = useConversations()?.find(({ id }) => id === active.id);
  // Once the menu has closed, and returned the focus.
  const onRename = () => nextFrame(requestRename);
  const items = conversation && conversationItems(conversation, onRename, () => deleteChat(active));
  const [, navigate] = useLocation();
  const search = {
    label: 'Search all branches',
    icon: <SearchIcon size={18} />,
    act: () => navigate(`/search?conversation=${active.id}`),
  };
  // Their keys work in lists only.
  const more = items?.map(({ keys: _, ...item }) => item);
  // The page of results is of an account.
  return <ConversationMenu {...props} more={more && (isGuest() ? more : [search, ...more])} />;
}
