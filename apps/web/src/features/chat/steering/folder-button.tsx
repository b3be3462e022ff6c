import {
  conversations,
  FolderMark,
  folderRequest,
  type StandingInstructions,
} from '../../conversation/index.ts';
import styles from './folder-button.module.css';

interface FolderButtonProps {
  chatId: string;
  folder: NonNullable<StandingInstructions['folder']>;
}

/** The folder of this chat; moves it to another one. */
export function FolderButton({ chatId, folder }: FolderButtonProps) {
  function move() {
    const listed = conversations.read()?.find(({ id }) => id === chatId);
    if (listed) folderRequest.dispatch({ type: 'move', conversations: [listed] });
    // It has not begun: from now on it is in none.
    else history.replaceState(null, '', '/chat');
  }
  return (
    <button type="button" className={styles.folder} title={`In the folder “${folder.name}”`} onClick={move}>
      <FolderMark color={folder.color} />
      <span className={styles.name}>{folder.name}</span>
    </button>
  );
}
