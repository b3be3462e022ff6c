import { nextFrame } from '../../lib/schedule/frame.ts';
import { conversationItems, useConversations } from '../conversation/index.ts';
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
  // Their keys work in lists only.
  return <ConversationMenu {...props} more={items?.map(({ keys: _, ...item }) => item)} />;
}
