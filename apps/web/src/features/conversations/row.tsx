import { type DragEvent, type MouseEvent, memo } from 'react';
import { Link } from 'wouter';
import { nextFrame } from '../../lib/schedule/frame.ts';
import { useEachMinute } from '../../lib/state/use-clock.ts';
import { agoOrDay } from '../../lib/text/ago.ts';
import { fullTime } from '../../lib/text/time.ts';
import { Menu, type MenuItem, MoreIcon, TrashIcon, UndoIcon, VisuallyHidden } from '../../ui/index.ts';
import { RenameBox } from '../../ui/rename-box/index.ts';
import {
  addressOf,
  conversationItems,
  type Folder,
  FolderMark,
  type ListedConversation,
  longestTitle,
  PinnedMark,
  rename,
  restore,
} from '../conversation/index.ts';
import styles from './row.module.css';
import type { View } from './views.ts';

interface RowProps {
  conversation: ListedConversation;
  /** The folder whose name is shown. */
  folder: Folder | undefined;
  view: View;
  /** Its place in the list, from 0, and how many there are. */
  at: number;
  count: number;
  isSelected: boolean;
  isRenaming: boolean;
  onSelect(id: string, isRange: boolean): void;
  /** Null: the box is closed. `isByKey`: the focus was in it. */
  onRename(id: string | null, isByKey?: boolean): void;
  onErase(ids: readonly string[]): void;
  onDragStart(event: DragEvent, id: string): void;
}

/** One conversation: its checkbox, its title, which links to it, and its menu. */
export const ConversationItem = memo(function ConversationItem(props: RowProps) {
  const {
    conversation,
    folder,
    view,
    at,
    count,
    isSelected,
    isRenaming,
    onSelect,
    onRename,
    onErase,
    onDragStart,
  } = props;
  useEachMinute();
  const { id, title } = conversation;
  const when = new Date(view === 'deleted' ? (conversation.deletedAt ?? 0) : conversation.lastMessageAt);
  const about = (
    <span className={styles.about}>
      {folder && (
        <span className={styles.folder}>
          <FolderMark color={folder.color} />
          <VisuallyHidden>In the folder </VisuallyHidden>
          <span className={styles.name} dir="auto">
            {folder.name}
          </span>
        </span>
      )}
      <time className={styles.time} dateTime={when.toISOString()} title={fullTime(when)}>
        {view === 'deleted' && 'deleted '}
        {agoOrDay(when)}
      </time>
    </span>
  );

  function onRenamed(typed: string | null, isByKey: boolean) {
    if (typed !== null) void rename(conversation, typed);
    onRename(null, isByKey);
  }

  return (
    <li
      className={styles.row}
      data-row={at}
      data-selected={isSelected || undefined}
      aria-setsize={count}
      aria-posinset={at + 1}
      style={{ insetBlockStart: `calc(var(--row) * ${at})` }}
      onDragStart={(event) => onDragStart(event, id)}
    >
      <label className={styles.select}>
        <input
          type="checkbox"
          data-stop="box"
          checked={isSelected}
          // Only the click event knows about Shift.
          onChange={() => {}}
          onClick={(event: MouseEvent) => onSelect(id, event.shiftKey)}
        />
        <VisuallyHidden>Select {title}</VisuallyHidden>
      </label>
      {isRenaming ? (
        <RenameBox title={title} maxLength={longestTitle} onDone={onRenamed} />
      ) : view === 'deleted' ? (
        <p className={styles.link}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {about}
        </p>
      ) : (
        <Link href={addressOf(conversation)} className={styles.link} data-stop="link">
          <span className={styles.title} dir="auto">
            {conversation.isPinned && <PinnedMark />}
            {title}
          </span>
          {about}
        </Link>
      )}
      <Menu
        small
        label={`Actions for ${title}`}
        icon={<MoreIcon />}
        items={
          view === 'deleted'
            ? deletedItems(id, () => onErase([id]))
            : conversationItems(conversation, () => nextFrame(() => onRename(id)))
        }
      />
    </li>
  );
});

const deletedItems = (id: string, onErase: () => void): MenuItem[] => [
  { label: 'Restore', icon: <UndoIcon size={18} />, act: () => void restore([id]) },
  { label: 'Delete for good', icon: <TrashIcon size={18} />, act: onErase },
];
