import { manyOf } from '../../../../lib/text/counts.ts';
import { classes } from '../../../../ui/index.ts';
import {
  conversations,
  FolderMark,
  folderRequest,
  type StandingContext,
} from '../../../conversation/index.ts';
import styles from './folder-button.module.css';

interface FolderButtonProps {
  chatId: string;
  folder: NonNullable<StandingContext['folder']>;
  /** How many of its files go along. */
  files: number;
}

/** The folder of this chat; moves it to another one. */
export function FolderButton({ chatId, folder, files }: FolderButtonProps) {
  function move() {
    const listed = conversations.read()?.find(({ id }) => id === chatId);
    if (listed) return folderRequest.dispatch({ type: 'move', conversations: [listed] });
    // One that has not begun is in the folder that its address names.
    folderRequest.dispatch({
      type: 'choose',
      folder: folder.id,
      onChosen: (id) => history.replaceState(null, '', id === null ? '/chat' : `/chat?folder=${id}`),
    });
  }
  const along = files === 0 ? '' : manyOf(files, 'file');
  return (
    <button
      type="button"
      className={classes(styles.folder, 'own-line')}
      title={`In the folder “${folder.name}”${along && `: ${along} go${files === 1 ? 'es' : ''} along`}`}
      onClick={move}
    >
      <FolderMark color={folder.color} />
      <span className={styles.name} dir="auto">
        {folder.name}
      </span>
      {along && <span className={styles.files}>{along}</span>}
    </button>
  );
}
