import { type ReactNode, useId, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { counted } from '../../lib/text/counts.ts';
import {
  ChevronRightIcon,
  EditIcon,
  Menu,
  MoreIcon,
  PlusIcon,
  TrashIcon,
  VisuallyHidden,
} from '../../ui/index.ts';
import {
  type Folder,
  FolderMark,
  folderRequest,
  isActive,
  type ListedConversation,
  move,
  pinnedFirst,
  useConversationDrop,
  useFolders,
  useListWhole,
} from '../conversation/index.ts';
import { fewFolders } from './few-folders.ts';
import styles from './folders.module.css';
import { useOpenFolder, useOpenFolders } from './open-folders.ts';

/** How many of a folder are listed here; the others have a page of their own. */
const most = 50;
/** Stands for all folders where it is remembered which are open. */
const allFolders = 'all';

interface FoldersProps {
  all: readonly ListedConversation[];
  /** One conversation, as a list item. */
  row(conversation: ListedConversation): ReactNode;
  onGo: (() => void) | undefined;
}

/** The folders, each with its conversations, which it folds away. Conversations can be dropped on it. */
export function Folders({ all, row, onGo }: FoldersProps) {
  const folders = useFolders();
  const open = useOpenFolders();
  const [isAll, setAll] = useOpenFolder(allFolders);
  const inFolder = useMemo(() => Map.groupBy(all.filter(isActive), ({ folder }) => folder), [all]);
  if (folders.length === 0) return null;
  // The newest conversation is the first.
  const few = fewFolders(folders, open, (id) => inFolder.get(id)?.[0]?.lastMessageAt ?? 0);
  return (
    <ul className={styles.folders} aria-label="Folders">
      {(isAll ? folders : few).map((folder) => (
        <FolderItem
          key={folder.id}
          folder={folder}
          inIt={inFolder.get(folder.id) ?? []}
          all={all}
          row={row}
          onGo={onGo}
        />
      ))}
      {few.length < folders.length && (
        <li>
          <button
            type="button"
            className={styles.all}
            aria-expanded={isAll}
            onClick={() => setAll(!isAll)}
            // What is dragged may be for one that is not listed.
            onDragEnter={() => setAll(true)}
          >
            {isAll ? 'Fewer folders' : `All ${counted(folders.length)} folders`}
          </button>
        </li>
      )}
    </ul>
  );
}

interface FolderItemProps extends FoldersProps {
  folder: Folder;
  /** The conversations in it. */
  inIt: readonly ListedConversation[];
}

function FolderItem({ folder, inIt, all, row, onGo }: FolderItemProps) {
  const { id, name, color } = folder;
  const list = useId();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useOpenFolder(id);
  const isWhole = useListWhole();
  const { isOver, target } = useConversationDrop((ids) => {
    void move(
      all.filter((one) => ids.includes(one.id)),
      folder,
    );
  });

  function begin() {
    navigate(`/chat?folder=${id}`);
    onGo?.();
  }

  return (
    <li data-over={isOver || undefined} className={styles.folder} {...target}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRightIcon size={16} className={styles.chevron} />
          <FolderMark color={color} />
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {/* Until all have been fetched, it would be wrong. */}
          {isWhole && (
            <span className={styles.count}>
              {counted(inIt.length)}
              <VisuallyHidden>{inIt.length === 1 ? ' conversation' : ' conversations'}</VisuallyHidden>
            </span>
          )}
        </button>
        <Menu
          small
          className={styles.more}
          label={`Actions for the folder ${name}`}
          icon={<MoreIcon size={18} />}
          items={[
            { label: 'New conversation', icon: <PlusIcon size={18} />, act: begin },
            {
              label: 'Edit',
              icon: <EditIcon size={18} />,
              act: () => folderRequest.dispatch({ type: 'edit', folder }),
            },
            {
              label: 'Delete',
              icon: <TrashIcon size={18} />,
              act: () => folderRequest.dispatch({ type: 'delete', folder }),
            },
          ]}
        />
      </div>
      <ul id={list} className={styles.list} hidden={!isOpen} aria-label={name}>
        {isOpen && pinnedFirst(inIt).slice(0, most).map(row)}
        {inIt.length > most && (
          <li>
            <Link href={`/conversations?folder=${id}`} className={styles.all} onClick={onGo}>
              All {counted(inIt.length)} in {name}
            </Link>
          </li>
        )}
        {isOpen && inIt.length === 0 && isWhole && <li className={styles.none}>No conversations in it</li>}
      </ul>
    </li>
  );
}
