import { useEffect, useMemo, useState } from 'react';
import { Dialog, DialogTitle } from '../../../../ui/dialog/index.ts';
import { BlobImage } from '../../../../ui/index.ts';
import type { Attachment } from '../message.ts';
import { fileWords } from './file-words.ts';
import styles from './picture-dialog.module.css';

interface PictureDialogProps {
  file: Attachment;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** A picture of a message, as large as the screen allows: the version the model was sent. */
export function PictureDialog({ file, open, onOpenChange }: PictureDialogProps) {
  const { name, thumbnail, load } = file;
  const [part, setPart] = useState(file.part);
  useEffect(() => {
    if (open && load)
      load().then(
        (loaded) => loaded && setPart(loaded),
        // The small one stays.
        () => {},
      );
  }, [open, load]);
  const blob = useMemo(
    () => (open && part.type === 'file' ? blobOf(part) : thumbnail?.blob),
    [open, part, thumbnail],
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} wide>
      <DialogTitle>{name}</DialogTitle>
      {blob && <BlobImage className={styles.picture} blob={blob} alt={name} />}
      <p className={styles.about}>{fileWords(file)}</p>
    </Dialog>
  );
}

function blobOf({ data, mediaType }: { data: string; mediaType: string }): Blob {
  const letters = atob(data);
  // Millions of bytes: going through them as an array of characters would hold up the page.
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
  return new Blob([bytes], { type: mediaType });
}
