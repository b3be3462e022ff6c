import { counted } from '../../lib/text/counts.ts';
import { ArchiveIcon, Button, FolderIcon, PinIcon, TextButton, TrashIcon, UndoIcon } from '../../ui/index.ts';
import {
  archive,
  folderRequest,
  type ListedConversation,
  pin,
  remove,
  restore,
} from '../conversation/index.ts';
import styles from './selection-bar.module.css';
import type { View } from './views.ts';

interface SelectionBarProps {
  selected: readonly ListedConversation[];
  shown: number;
  view: View;
  onAll(): void;
  onNone(): void;
  onErase(ids: readonly string[]): void;
}

/** Actions for all selected conversations. */
export function SelectionBar({ selected, shown, view, onAll, onNone, onErase }: SelectionBarProps) {
  const ids = selected.map(({ id }) => id);
  const isPinned = selected.every((one) => one.isPinned);
  const then = (act: Promise<unknown>) => void act.then(onNone);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected conversations">
      <p role="status" className={styles.count}>
        {counted(selected.length)} selected
      </p>
      {view === 'deleted' ? (
        <>
          <Button small onClick={() => then(restore(ids))}>
            <UndoIcon size={18} />
            Restore
          </Button>
          <Button small onClick={() => onErase(ids)}>
            <TrashIcon size={18} />
            Delete for good
          </Button>
        </>
      ) : (
        <>
          <Button small onClick={() => then(pin(ids, !isPinned))}>
            <PinIcon size={18} />
            {isPinned ? 'Unpin' : 'Pin'}
          </Button>
          <Button
            small
            aria-haspopup="dialog"
            onClick={() => folderRequest.dispatch({ type: 'move', conversations: selected, onMoved: onNone })}
          >
            <FolderIcon size={18} />
            Move
          </Button>
          <Button small onClick={() => then(archive(ids, view !== 'archived'))}>
            <ArchiveIcon size={18} />
            {view === 'archived' ? 'Unarchive' : 'Archive'}
          </Button>
          <Button small onClick={() => then(remove(ids))}>
            <TrashIcon size={18} />
            Delete
          </Button>
        </>
      )}
      <span className={styles.end}>
        {selected.length < shown && <TextButton onClick={onAll}>Select all {counted(shown)}</TextButton>}
        <TextButton onClick={onNone}>Clear selection</TextButton>
      </span>
    </div>
  );
}
