import { useState } from 'react';
import styles from './avatar.module.css';
import { personColour } from './person-colour.ts';

interface AvatarProps {
  /** Determines their colour. */
  id: string;
  /** The person's name; without a picture its first letter is shown. */
  name: string;
  picture: string | null;
  /** In px; 32 by default. */
  size?: number;
}

/** A person's picture. Decorative: the name is in the surrounding text. */
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
