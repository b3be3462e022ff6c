import { lazy } from '../../../../lib/lazy/lazy.ts';
import { BlobImage, DocumentIcon, MediaIcon, useOpening } from '../../../../ui/index.ts';
import type { Attachment, Thumbnail } from '../message.ts';
import styles from './attachments.module.css';
import { fileWords, isMedia } from './file-words.ts';

/** The files sent with a message. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.attachments} aria-label="Files">
      {attachments.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sent message's files never change
        <li key={index}>
          {file.thumbnail ? <Picture file={file} thumbnail={file.thumbnail} /> : <Document file={file} />}
        </li>
      ))}
    </ul>
  );
}

function Document({ file }: { file: Attachment }) {
  return (
    <span className={styles.file}>
      {isMedia(file.mediaType) ? <MediaIcon size={20} /> : <DocumentIcon size={20} />}
      <span className={styles.text}>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.about}>{fileWords(file)}</span>
      </span>
    </span>
  );
}

const dialog = lazy(() => import('./picture-dialog.tsx').then((file) => file.PictureDialog));

function Picture({ file, thumbnail }: { file: Attachment; thumbnail: Thumbnail }) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, file.name);
  const { blob, width, height } = thumbnail;
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-label={`Open ${file.name}`}
        aria-haspopup="dialog"
        title={`${file.name} · ${fileWords(file)}`}
        {...approaching}
        onClick={() => setOpen(true)}
      >
        {/* Drawn at twice the pixels it takes up. */}
        <BlobImage
          className={styles.thumbnail}
          blob={blob}
          alt={file.name}
          width={Math.ceil(width / 2)}
          height={Math.ceil(height / 2)}
        />
      </button>
      {Dialog && <Dialog file={file} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
