import { useEffect, useState } from 'react';
import { copyText } from '../../../../lib/files/clipboard.ts';
import { download } from '../../../../lib/files/download.ts';
import { blobOf } from '../../../../lib/files/file.ts';
import { useCopied } from '../../../../lib/files/use-copied.ts';
import { Dialog, DialogActions, DialogTitle } from '../../../../ui/dialog/index.ts';
import { BlobImage, Button } from '../../../../ui/index.ts';
import type { Attachment } from '../message.ts';
import styles from './file-dialog.module.css';
import { fileWords } from './file-words.ts';

interface FileDialogProps {
  file: Attachment;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What was sent; text: null if it is none. */
interface Sent {
  blob: Blob;
  text: string | null;
}

/** A file of a message, as the model was sent it: to look at, to read, to copy and to store. */
export function FileDialog({ file, open, onOpenChange }: FileDialogProps) {
  const { name, mediaType, thumbnail } = file;
  const sent = useSent(file, open);
  const { text = null, blob } = Object(sent) as Partial<Sent>;
  const [isCopied, copy] = useCopied(() => copyText(text ?? ''));
  const picture = mediaType.startsWith('image/') ? (blob ?? thumbnail?.blob) : null;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} wide>
      <DialogTitle>{name}</DialogTitle>
      {picture && <BlobImage className={styles.picture} blob={picture} alt={name} />}
      {text !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
        <pre className={styles.text} tabIndex={0} dir="auto">
          {text.slice(0, mostShown)}
        </pre>
      )}
      <p className={styles.about} role="status">
        {fileWords(file)}
        {text !== null &&
          text.length > mostShown &&
          '. It begins like this; copied or downloaded, it is whole.'}
        {sent === 'missing' && '. It is not in this browser.'}
        {sent === 'failed' && '. It could not be loaded. Check your internet connection, then open it again.'}
      </p>
      {blob && (
        <DialogActions>
          {text !== null && <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy'}</Button>}
          <Button onClick={() => download(name, blob)}>Download</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

/** More would take the page too long to lay out (UTF-16 code units). */
const mostShown = 200_000;

function useSent(
  { mediaType, part, load, isAway }: Attachment,
  isOpen: boolean,
): Sent | 'missing' | 'failed' | null {
  const [sent, setSent] = useState<Sent | 'missing' | 'failed' | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    async function read(): Promise<Sent | 'missing'> {
      const loaded = load ? await load() : !isAway && part;
      if (!loaded) return 'missing';
      const blob = loaded.type === 'text' ? new Blob([loaded.text]) : await blobOf(loaded.data, mediaType);
      return { blob, text: mediaType.startsWith('text/') ? await blob.text() : null };
    }
    read().then(
      (now) => isCurrent && setSent(now),
      () => isCurrent && setSent('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOpen, mediaType, part, load, isAway]);
  return sent;
}
