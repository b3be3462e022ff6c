import type { OwnFiles } from '@polylogue/contract';
import type { MouseEvent } from 'react';
import { day } from '../../../lib/text/ago.ts';
import { bytes } from '../../../lib/text/bytes.ts';
import { DocumentIcon, DownloadIcon, IconButton, MediaIcon, PlayIcon, TrashIcon } from '../../../ui/index.ts';
import rows from '../rows.module.css';
import styles from './files.module.css';

interface FileRowProps {
  file: OwnFiles['files'][number];
  onDelete(event: MouseEvent<HTMLElement>): void;
}

export function FileRow({ file, onDelete }: FileRowProps) {
  const { name, url, size, created_at, expires_at } = file;
  return (
    <li className={rows.row}>
      <Thumbnail file={file} />
      <div className={rows.text}>
        <p className={rows.name}>
          <a href={url} target="_blank" rel="noopener">
            {name}
          </a>
        </p>
        <p className={rows.about}>
          {bytes(size)} · {day(new Date(created_at))}
          {expires_at && ` · until ${day(new Date(expires_at))}`}
        </p>
      </div>
      <a
        className={styles.download}
        href={url}
        download={name}
        aria-label={`Download ${name}`}
        title="Download"
      >
        <DownloadIcon />
      </a>
      <IconButton label={`Delete ${name}`} onClick={onDelete}>
        <TrashIcon />
      </IconButton>
    </li>
  );
}

/** A thumbnail, or an icon for the kind of file. */
function Thumbnail({ file: { thumbnail_url, media_type } }: Pick<FileRowProps, 'file'>) {
  if (thumbnail_url) {
    return (
      <img className={styles.thumbnail} src={thumbnail_url} width={48} height={48} alt="" loading="lazy" />
    );
  }
  return (
    <span className={styles.thumbnail}>
      {media_type.startsWith('video/') ? (
        <PlayIcon />
      ) : media_type.startsWith('image/') ? (
        <MediaIcon />
      ) : (
        <DocumentIcon />
      )}
    </span>
  );
}
