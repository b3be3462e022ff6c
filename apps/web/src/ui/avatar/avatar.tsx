import styles from './avatar.module.css';

interface AvatarProps {
  /** Whose it is; without a picture its first letter stands for it. */
  name: string;
  picture: string | null;
  /** In px, 32 unless told. */
  size?: number;
}

/** A person's picture. Decoration: the name belongs to what is around it. */
export function Avatar({ name, picture, size = 32 }: AvatarProps) {
  return picture ? (
    <img className={styles.avatar} src={picture} width={size} height={size} alt="" />
  ) : (
    <span className={styles.avatar} style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}
