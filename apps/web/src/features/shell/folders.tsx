import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
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
  useConversationDrop,
  useFolders,
} from '../conversation/index.ts';
import styles from './folders.module.css';
import { useOpenFolder } from './open-folders.ts';

/** How many of a folder are listed here; the others have a page of their own. */
const most = 50;

interface FoldersProps {
  all: readonly ListedConversation[];
  /** One conversation, as a list item. */
  row(conversation: ListedConversation): ReactNode;
  onGo: (() => void) | undefined;
}

/** The folders, each with its conversations, which it folds away. Conversations can be dropped on it. */
export function Folders({ all, row, onGo }: FoldersProps) {
  const folders = useFolders();
  if (folders.length === 0) return null;
  return (
    <ul className={styles.folders} aria-label="Folders">
      {folders.map((folder) => (
        <FolderItem key={folder.id} folder={folder} all={all} row={row} onGo={onGo} />
      ))}
    </ul>
  );
}

function FolderItem({ folder, all, row, onGo }: FoldersProps & { folder: Folder }) {
  const { id, name, color } = folder;
  const list = useId();
  const [, navigate] = useLocation();
  const [isOpen, setOpen] = useOpenFolder(id);
  const inIt = all.filter((one) => one.folder === id && isActive(one));
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
          <span className={styles.name}>{name}</span>
          <span className={styles.count}>
            {inIt.length}
            <VisuallyHidden>{inIt.length === 1 ? ' conversation' : ' conversations'}</VisuallyHidden>
          </span>
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
        {isOpen && inIt.slice(0, most).map(row)}
        {inIt.length > most && (
          <li>
            <Link href={`/conversations?folder=${id}`} className={styles.all} onClick={onGo}>
              All {inIt.length} in {name}
            </Link>
          </li>
        )}
        {isOpen && inIt.length === 0 && <li className={styles.none}>No conversations in it</li>}
      </ul>
    </li>
  );
}
