import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A thread that loops back to its start. */
export const OwnLinkDrawing = () => (
  <SmallDrawing>
    <path className={styles.three} d="M4.5 4.5h3a1.5 1.5 0 0 0 0-3h-3a1.5 1.5 0 0 0-1.4 1" />
    <path className={styles.three} d="m2.6 1.6.5.95.95-.5" />
  </SmallDrawing>
);
