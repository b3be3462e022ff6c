import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A silent bell. */
export const BellDrawing = () => (
  <SmallDrawing>
    <path className={styles.paper} d="M4.2 4.4c.6-.5.6-1 .6-1.7a1.2 1.2 0 0 1 2.4 0c0 .7 0 1.2.6 1.7z" />
    <path className={styles.two} d="M5.5 4.9a.55.55 0 0 0 1 0" />
    <path className={styles.one} d="M6 1.4v-.2" />
  </SmallDrawing>
);
