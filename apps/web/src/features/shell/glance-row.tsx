import { type KeyboardEvent, memo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { nextFrame } from '../../lib/schedule/frame.ts';
import { Menu, MoreIcon, Snake, VisuallyHidden } from '../../ui/index.ts';
import { RenameBox, type RenameDraft } from '../../ui/rename-box/index.ts';
import {
  addressOf,
  conversationItems,
  dragConversations,
  type ListedConversation,
  longestTitle,
  PinnedMark,
  remove,
  rename,
  useStreaming,
} from '../conversation/index.ts';
import styles from './glance.module.css';
import { GlanceLink } from './glance-section.tsx';

/** The title that is being changed. */
export interface Renaming extends RenameDraft {
  id: string;
}

interface GlanceRowProps {
  conversation: ListedConversation;
  /** It is pinned, and no heading says so. */
  isMarked: boolean;
  /** Kept by the list: the row may move to another group meanwhile. */
  renaming: Renaming | false;
  onRename(renaming: Renaming | null): void;
  onGo: (() => void) | undefined;
}

/** A link to a conversation, and its menu. */
export const GlanceRow = memo(function GlanceRow({
  conversation,
  isMarked,
  renaming,
  onRename,
  onGo,
}: GlanceRowProps) {
  const { id, title } = conversation;
  const address = addressOf(conversation);
  const isStreaming = useStreaming(id);
  const [path, navigate] = useLocation();
  const row = useRef<HTMLLIElement>(null);

  const begin = () => onRename({ id });

  function onRenamed(typed: string | null, isByKey: boolean) {
    if (typed !== null) void rename(conversation, typed);
    flushSync(() => onRename(null));
    if (isByKey) row.current?.querySelector('a')?.focus();
  }

  function onDelete() {
    const isOpen = path === address;
    // Not away from where one has gone meanwhile.
    void remove([id], () => isOpen && location.pathname === '/chat' && navigate(address));
    if (isOpen) navigate('/chat');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || renaming) return;
    if (event.key === 'F2') begin();
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
      {renaming ? (
        <RenameBox
          title={title}
          draft={renaming}
          maxLength={longestTitle}
          className={styles.rename}
          onDone={onRenamed}
        />
      ) : (
        <GlanceLink href={address} onGo={onGo}>
          <span className={styles.name} dir="auto">
            {isMarked && <PinnedMark />}
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
        items={conversationItems(conversation, () => nextFrame(begin), onDelete)}
      />
    </li>
  );
});
