import { FileDrop } from '../../../ui/drop/index.ts';
import { FileChips } from '../../messages/index.ts';
import styles from './folder-dialog.module.css';
import type { FolderFiles } from './use-folder-files.ts';

/** The files of a folder, and where to add some. */
export function FolderFilesField({ files }: { files: FolderFiles }) {
  const hasFailed = files.chips.some(({ state }) => state.type === 'failed');
  return (
    <fieldset className={styles.files}>
      <legend className={styles.legend}>Files</legend>
      <p className={styles.hint}>
        They go along with every question in this folder. A conversation can leave them out.
      </p>
      <FileChips
        label="Files of the folder"
        files={files.chips}
        onRemove={files.remove}
        onRetry={files.retry}
      />
      {hasFailed && (
        <p role="alert" className={styles.hint}>
          A file with an error is not added.
        </p>
      )}
      <FileDrop
        label="Add files"
        accept=".pdf,.txt,.md,.csv,text/*,application/pdf,image/*"
        multiple
        onFiles={files.add}
        also="or drop them here, or paste them"
      />
    </fieldset>
  );
}
