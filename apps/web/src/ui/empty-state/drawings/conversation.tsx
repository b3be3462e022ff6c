import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A question's thread and its answer's, step by step towards each other. */
export const ConversationDrawing = () => (
  <SmallDrawing>
    <path className={styles.three} d="M10.5 1.5h-2v1h-2" />
    <path className={styles.ai} d="M1.5 4.5h2v-1h2" />
    <circle className={styles.three} cx="6.5" cy="2.5" r="0.12" />
    <circle className={styles.ai} cx="5.5" cy="3.5" r="0.12" />
  </SmallDrawing>
);
