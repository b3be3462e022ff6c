import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { nextFrame } from '../../lib/schedule/frame.ts';
import { Menu, MoreIcon, Snake, VisuallyHidden } from '../../ui/index.ts';
import { RenameBox } from '../../ui/rename-box/index.ts';
import {
  addressOf,
  conversationItems,
  dragConversations,
  type ListedConversation,
  longestTitle,
  remove,
  rename,
  useStreaming,
} from '../conversation/index.ts';
import styles from './glance.module.css';
import { GlanceLink } from './glance-section.tsx';

interface GlanceRowProps {
  conversation: ListedConversation;
  onGo: (() => void) | undefined;
}

/** A link to a conversation, and its menu. */
export const GlanceRow = memo(function GlanceRow({ conversation, onGo }: GlanceRowProps) {
  const { id, title } = conversation;
  const address = addressOf(conversation);
  const isStreaming = useStreaming(id);
  const [path, navigate] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);

  function onRenamed(typed: string | null, isByKey: boolean) {
    if (typed !== null) void rename(conversation, typed);
    if (!isByKey) return setRenaming(false);
    flushSync(() => setRenaming(false));
    row.current?.querySelector('a')?.focus();
  }

  function onDelete() {
    const isOpen = path === address;
    void remove([id], () => isOpen && navigate(address));
    if (isOpen) navigate('/chat');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || isRenaming) return;
    if (event.key === 'F2') setRenaming(true);
    else if (event.key === 'Delete') onDelete();
    else return;
    event.preventDefault();
  }

  return (
    <li
      ref={row}
      className={styles.row}
      onKeyDown={onKeyDown}
      onDragStart={(event) => dragConversations(event, [id])}
    >
      {isRenaming ? (
        <RenameBox title={title} maxLength={longestTitle} className={styles.rename} onDone={onRenamed} />
      ) : (
        <GlanceLink href={address} onGo={onGo}>
          <span className={styles.name} dir="auto">
            {title}
          </span>
          {isStreaming && (
            <span className={styles.streaming}>
              <Snake size={14} />
              <VisuallyHidden>, an answer is coming</VisuallyHidden>
            </span>
          )}
        </GlanceLink>
      )}
      {/* Stays while the title is changed: it is still closing, and would take the focus with it. */}
      <Menu
        small
        className={styles.more}
        label={`Actions for ${title}`}
        icon={<MoreIcon size={18} />}
        items={conversationItems(conversation, () => nextFrame(() => setRenaming(true)), onDelete)}
      />
    </li>
  );
});
