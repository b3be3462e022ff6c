import { useEffect, useState } from 'react';
import { cropPicture, fullView, readPicture } from '../../ui/crop/index.ts';
import { FileDrop } from '../../ui/drop/index.ts';
import { Avatar, Button, Notice, toast } from '../../ui/index.ts';
import { reasonOf, updateMe } from '../person/index.ts';
import styles from './picture-field.module.css';
import { changeTo, pictureTypes, profilePicture } from './purpose.ts';

interface FirstPictureProps {
  /** Of the person, for the colours of the letters in its place. */
  id: string;
  name: string;
  picture: File | null;
  onChange(picture: File | null): void;
}

/** A profile picture that is saved later, such as once there is an account: the middle of what was chosen. */
export function FirstPicture({ id, name, picture, onChange }: FirstPictureProps) {
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const address = useAddressOf(picture);

  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem(undefined);
    setReading(true);
    try {
      onChange(await middleOf(file));
    } catch {
      setProblem(`${file.name} cannot be read as a picture. Choose a JPEG, PNG, WebP, AVIF or GIF.`);
    } finally {
      setReading(false);
    }
  }

  return (
    <div className={styles.picture} data-beside>
      <Avatar id={id} name={name} picture={address} size={48} />
      <FileDrop
        label={isReading ? 'Reading…' : picture ? 'Choose another' : 'Choose a picture'}
        accept={pictureTypes}
        disabled={isReading}
        onFiles={([file]) => void choose(file)}
        also="or drop one here, or paste it"
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {picture && (
        <Button small tone="quiet" className={styles.remove} onClick={() => onChange(null)}>
          Remove picture
        </Button>
      )}
    </div>
  );
}

/** Saves it as the person's profile picture; a failure is said, and loses nothing else. */
export async function saveFirstPicture(picture: File): Promise<void> {
  try {
    await updateMe(changeTo(profilePicture, await profilePicture.upload(picture)));
  } catch (error) {
    toast({ tone: 'destructive', title: 'Failed to upload profile picture', text: reasonOf(error) });
  }
}

async function middleOf(file: File): Promise<File> {
  const picture = await readPicture(file);
  const { aspect, width } = profilePicture;
  const cropped = await cropPicture(picture, aspect, fullView(picture), width);
  return new File([cropped], `picture.${cropped.type === 'image/webp' ? 'webp' : 'png'}`, {
    type: cropped.type,
  });
}

function useAddressOf(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
