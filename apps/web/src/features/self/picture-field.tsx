import { type ReactNode, useState } from 'react';
import { type Picture, readPicture } from '../../ui/crop/index.ts';
import { ConfirmDialog } from '../../ui/dialog/index.ts';
import { FileDrop } from '../../ui/drop/index.ts';
import { Button, Notice, toast } from '../../ui/index.ts';
import { reasonOf, updateMe } from '../person/index.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './picture-field.module.css';
import { changeTo, type Purpose, pictureTypes } from './purpose.ts';

interface PictureFieldProps {
  purpose: Purpose;
  /** The url of the current picture. */
  url: string | null;
  /** The current picture as shown. */
  children: ReactNode;
}

/** A picture of the person: chosen, dropped or pasted, cropped, and removed. */
export function PictureField({ purpose, url, children }: PictureFieldProps) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [isReading, setReading] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { what } = purpose;

  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem(undefined);
    setReading(true);
    try {
      setPicture(await readPicture(file));
    } catch {
      setProblem(`${file.name} cannot be read as a picture. Choose a JPEG, PNG, WebP, AVIF or GIF.`);
    } finally {
      setReading(false);
    }
  }

  return (
    <div className={styles.picture} data-beside={purpose.isRound || undefined}>
      {children}
      <FileDrop
        label={isReading ? 'Reading…' : url ? 'Choose another' : `Choose a ${what}`}
        accept={pictureTypes}
        disabled={isReading || picture !== null}
        onFiles={([file]) => void choose(file)}
        also="or drop one here, or paste it"
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {url && (
        <Button small tone="quiet" className={styles.remove} onClick={() => setRemoving(true)}>
          Remove {what}
        </Button>
      )}
      {picture && <CropDialog purpose={purpose} picture={picture} onClose={() => setPicture(null)} />}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove your ${what}?`}
        label="Remove"
        busyLabel="Removing…"
        failed="Failed to update user data"
        why={reasonOf}
        act={async () => {
          await updateMe(changeTo(purpose, null));
          toast({ title: `Your ${what} is removed` });
        }}
      >
        <p>It is deleted from this server.</p>
      </ConfirmDialog>
    </div>
  );
}
