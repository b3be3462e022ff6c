import { useId } from 'react';
import styles from './snake-picture.module.css';

/** The brand's snake at rest, its food still ahead. Decoration for a place with nothing to show yet. */
export function SnakePicture() {
  const dots = useId();
  return (
    <svg className={styles.picture} viewBox="0 0 12 6" aria-hidden="true">
      <pattern id={dots} width="1" height="1" patternUnits="userSpaceOnUse">
        <circle className={styles.dot} cx="0.5" cy="0.5" r="0.055" />
      </pattern>
      <rect width="12" height="6" fill={`url(#${dots})`} />
      <path className={styles.first} d="M1.5 4.5h1.6" />
      <path className={styles.second} d="M3 4.5h1.5v-1.2" />
      <path className={styles.snake} d="M4.5 3.4v-.9h2v1h1" />
      <circle className={styles.food} cx="10.5" cy="3.5" r="0.24" />
      <path className={styles.eyes} d="M7.58 3.35v0m0 0.3v0" />
    </svg>
  );
}
