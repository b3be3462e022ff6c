import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** Several threads that meet at the AI. */
export const SpaceDrawing = () => (
  <SmallDrawing>
    <path className={styles.one} d="M1.5 1.5h1.5q1.5 0 2 1" />
    <path className={styles.two} d="M1.5 4.5h1.5q1.5 0 2-1" />
    <path className={styles.three} d="M10.5 1.5H9q-1.5 0-2 1" />
    <path className={styles.four} d="M10.5 4.5H9q-1.5 0-2-1" />
    <circle className={styles.ai} cx="6" cy="3" r="0.5" />
  </SmallDrawing>
);
