import { CloseIcon, DocumentIcon, IconButton, MediaIcon, Snake } from '../../../ui/index.ts';
import styles from './file-chips.module.css';

/** A file that will go along with the next message. */
export interface FileChip {
  id: string;
  name: string;
  mediaType: string;
  /** Address of a picture of it that lives in this page. */
  preview?: string;
  /** Still on its way; removing it calls that off. */
  isUploading: boolean;
}

interface FileChipsProps {
  files: readonly FileChip[];
  onRemove(id: string): void;
}

export function FileChips({ files, onRemove }: FileChipsProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Files to send">
      {files.map((file) => (
        <li key={file.id} className={styles.chip} aria-busy={file.isUploading || undefined}>
          <Mark file={file} />
          <span className={styles.name}>{file.isUploading ? `Uploading ${file.name}…` : file.name}</span>
          <IconButton
            label={file.isUploading ? `Cancel upload of ${file.name}` : `Remove ${file.name}`}
            small
            onClick={() => onRemove(file.id)}
          >
            <CloseIcon size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Mark({ file }: { file: FileChip }) {
  if (file.isUploading) return <Snake size={20} />;
  if (file.preview) return <img className={styles.preview} src={file.preview} alt="" />;
  return /^(image|video)\//.test(file.mediaType) ? <MediaIcon size={20} /> : <DocumentIcon size={20} />;
}
