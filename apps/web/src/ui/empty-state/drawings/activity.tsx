import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** Days with nothing in them yet. */
export const ActivityDrawing = () => (
  <SmallDrawing>
    <path className={styles.one} d="M1.5 3h1.5" />
    <path className={styles.two} d="M3.6 3h.6l.6-1.4L5.9 4.5l.7-1.5" />
    <path className={styles.ai} d="M7.2 3H8" />
    <path strokeDasharray="0 0.6" d="M8.8 3h2" />
  </SmallDrawing>
);
