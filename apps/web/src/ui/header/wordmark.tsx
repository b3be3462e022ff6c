import { classes } from '../classes.ts';
import styles from './wordmark.module.css';

/** The name of the product as it is written, with its snake. `short`: on a phone the snake alone can be seen. */
export function Wordmark({ short }: { short?: boolean }) {
  return (
    <span className={styles.wordmark}>
      <svg className={styles.snake} width={22} height={22} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M2 9.5h5.5v-3h-3v-3H7" />
        <circle cx="9.9" cy="3.5" r="1" />
      </svg>
      <span className={classes(short && styles.wide)}>Polylogue</span>
    </span>
  );
}
