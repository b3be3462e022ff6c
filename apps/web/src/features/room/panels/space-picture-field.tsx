import type { Space } from '@polylogue/contract';
import { useEffect, useState } from 'react';
import { cropPicture, fullView, readPicture } from '../../../ui/crop/index.ts';
import { FileDrop } from '../../../ui/drop/index.ts';
import { Avatar, Button, Notice } from '../../../ui/index.ts';
import styles from './space-picture-field.module.css';

/** A chosen picture, `null` for none; undefined: the current one stays. */
export type ChosenPicture = File | null | undefined;

interface SpacePictureFieldProps {
  space: Space;
  chosen: ChosenPicture;
  onChoose(picture: ChosenPicture): void;
}

/** What the file picker offers; the server can read these. */
const types = 'image/jpeg,image/png,image/webp,image/avif,image/gif';
/** Pixels. */
const width = 512;

/** The picture of a space, cropped to a square. */
export function SpacePictureField({ space, chosen, onChoose }: SpacePictureFieldProps) {
  const [problem, setProblem] = useState('');
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (!chosen) return setPreview(null);
    const address = URL.createObjectURL(chosen);
    setPreview(address);
    return () => URL.revokeObjectURL(address);
  }, [chosen]);
  const picture = chosen === undefined ? space.picture_url : preview;

  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem('');
    try {
      const drawn = await readPicture(file);
      const cropped = await cropPicture(drawn, 1, fullView(drawn), width);
      onChoose(
        new File([cropped], `space.${cropped.type === 'image/webp' ? 'webp' : 'png'}`, {
          type: cropped.type,
        }),
      );
    } catch {
      setProblem(`${file.name} cannot be read as a picture. Choose a JPEG, PNG, WebP, AVIF or GIF.`);
    }
  }

  return (
    <div className={styles.field}>
      <Avatar id={space.space_id} name={space.name} picture={picture} size={72} />
      <div className={styles.choice}>
        <FileDrop
          label={picture ? 'Choose another picture' : 'Choose a picture'}
          accept={types}
          onFiles={([file]) => void choose(file)}
          also="or drop one here, or paste it"
        />
        {picture && (
          <Button small tone="quiet" onClick={() => onChoose(null)}>
            Remove picture
          </Button>
        )}
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
