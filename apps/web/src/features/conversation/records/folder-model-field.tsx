import { TextButton, VisuallyHidden } from '../../../ui/index.ts';
import type { FolderModel } from './folder.ts';
import styles from './folder-dialog.module.css';

interface FolderModelFieldProps {
  model: FolderModel | null;
  onRemove(): void;
}

/** What answers in a folder. It is chosen in a chat, where one sees which models there are. */
export function FolderModelField({ model, onRemove }: FolderModelFieldProps) {
  return (
    <fieldset className={styles.files}>
      <legend className={styles.legend}>Model</legend>
      {model ? (
        <p>
          Conversations in this folder use {model.model}.{' '}
          <TextButton onClick={onRemove}>
            Remove<VisuallyHidden> the model</VisuallyHidden>
          </TextButton>
        </p>
      ) : (
        <p className={styles.hint}>
          The model in use answers. To give the folder a model of its own, open <b>Instructions</b> in one of
          its conversations.
        </p>
      )}
    </fieldset>
  );
}
