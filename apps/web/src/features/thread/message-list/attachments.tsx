import { DocumentIcon, MediaIcon } from '../../../ui/index.ts';
import type { Attachment } from '../message.ts';
import styles from './attachments.module.css';

/** The files that went along with a message. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.attachments} aria-label="Files">
      {attachments.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sent message's files never change
        <li key={index}>
          {file.preview ? (
            <img className={styles.preview} src={file.preview} alt={file.name} />
          ) : (
            <span className={styles.file}>
              {/^(image|video)\//.test(file.mediaType) ? <MediaIcon size={16} /> : <DocumentIcon size={16} />}
              {file.name}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
