import { classes } from '../classes.ts';
import styles from './wordmark.module.css';

/** The product's name with its snake: one line through many voices, the AI's last. `short`: only the snake shows on a phone. */
export function Wordmark({ short }: { short?: boolean }) {
  return (
    <span className={styles.wordmark}>
      <svg className={styles.snake} width={22} height={22} viewBox="0 0 12 12" aria-hidden="true">
        <path className={styles.first} d="M2 9.5h3.25" />
        <path className={styles.second} d="M5 9.5h2.5v-1.75" />
        <path className={styles.third} d="M7.5 8v-1.5h-3v-1" />
        <path className={styles.ai} d="M4.5 5.5v-2H7" />
        <circle className={styles.ai} cx="9.9" cy="3.5" r="1" />
      </svg>
      <span className={classes(styles.name, short && styles.wide)}>Polylogue</span>
    </span>
  );
}
