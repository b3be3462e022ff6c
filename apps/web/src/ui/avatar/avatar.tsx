import { useState } from 'react';
import styles from './avatar.module.css';
import { personColour } from './person-colour.ts';

interface AvatarProps {
  /** Their colour is told from it. */
  id: string;
  /** Whose it is; without a picture its first letter stands for it. */
  name: string;
  picture: string | null;
  /** In px, 32 unless told. */
  size?: number;
}

/** A person's picture. Decoration: the name belongs to what is around it. */
export function Avatar({ id, name, picture, size = 32 }: AvatarProps) {
  const [lost, setLost] = useState<string | null>(null);
  return picture && picture !== lost ? (
    <img
      className={styles.avatar}
      src={picture}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      onError={() => setLost(picture)}
    />
  ) : (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: size * 0.46, backgroundColor: personColour(id) }}
      aria-hidden="true"
    >
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
