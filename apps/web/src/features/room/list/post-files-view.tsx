import { DocumentIcon, MediaIcon } from '../../../ui/index.ts';
import type { PostFile } from '../engine/post-files.ts';
import styles from './post-files-view.module.css';

/** The files of a post: each opens in its own tab. */
export function PostFilesView({ files }: { files: readonly PostFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Files">
      {files.map(({ file_id, name, url, thumbnail_url, media_type }) => (
        <li key={file_id}>
          {thumbnail_url ? (
            <a href={url} target="_blank" rel="noreferrer" aria-label={`Open ${name}`} title={name}>
              <img className={styles.picture} src={thumbnail_url} alt={name} loading="lazy" />
            </a>
          ) : (
            <a href={url} target="_blank" rel="noreferrer" className={styles.document}>
              {/^(image|video)\//.test(media_type) ? <MediaIcon size={20} /> : <DocumentIcon size={20} />}
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
