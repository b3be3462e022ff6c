import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A thread that stops short of another. */
export const BlockedDrawing = () => (
  <SmallDrawing>
    <path className={styles.one} d="M1.5 3h2.6" />
    <circle className={styles.paper} cx="6" cy="3" r="1.3" />
    <path d="m5.1 3.9 1.8-1.8" />
    <path className={styles.three} d="M10.5 3H7.9" />
  </SmallDrawing>
);
