import { useCallback } from 'react';
import { lazy } from '../../../../lib/lazy/lazy.ts';
import { whenNearViewport } from '../../../../lib/page/near-viewport.ts';
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
          <Opened file={file} />
        </li>
      ))}
    </ul>
  );
}

const dialog = lazy(() => import('./file-dialog.tsx').then((file) => file.FileDialog));

function Opened({ file }: { file: Attachment }) {
  const { Part: Dialog, isOpen, setOpen, approaching } = useOpening(dialog, file.name);
  const { name, thumbnail, wantThumbnail } = file;
  const wanted = thumbnail ? undefined : wantThumbnail;
  const button = useCallback(
    (element: HTMLButtonElement) => wanted && whenNearViewport(element, wanted),
    [wanted],
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        className={thumbnail ? styles.open : styles.file}
        aria-label={thumbnail && `Open ${name}`}
        aria-haspopup="dialog"
        title={`${name} · ${fileWords(file)}`}
        {...approaching}
        onClick={() => setOpen(true)}
      >
        {thumbnail ? <Picture name={name} thumbnail={thumbnail} /> : <Document file={file} />}
      </button>
      {Dialog && <Dialog file={file} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

/** Drawn at twice the pixels it takes up. */
const Picture = ({ name, thumbnail: { blob, width, height } }: { name: string; thumbnail: Thumbnail }) => (
  <BlobImage
    className={styles.thumbnail}
    blob={blob}
    alt={name}
    width={Math.ceil(width / 2)}
    height={Math.ceil(height / 2)}
  />
);

const Document = ({ file }: { file: Attachment }) => (
  <>
    {isMedia(file.mediaType) ? <MediaIcon size={20} /> : <DocumentIcon size={20} />}
    <span className={styles.text}>
      <span className={styles.name}>{file.name}</span>
      <span className={styles.about}>{fileWords(file)}</span>
    </span>
  </>
);
