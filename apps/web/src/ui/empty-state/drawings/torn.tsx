import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A torn thread. */
export const TornDrawing = () => (
  <SmallDrawing>
    <path className={styles.one} d="M1.5 3.5h2q.6 0 .8-.5l.3-.8" />
    <path className={styles.four} d="M10.5 2.5h-2q-.6 0-.8.5l-.3.8" />
    <path strokeDasharray="0 0.5" d="m5.4 2.4 1.2 1.2" />
  </SmallDrawing>
);
