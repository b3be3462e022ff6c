import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A magnifying glass over empty ground. */
export const SearchDrawing = () => (
  <SmallDrawing>
    <circle className={styles.paper} cx="5.6" cy="2.7" r="1.4" />
    <path className={styles.one} d="m6.7 3.8 1.2 1.2" />
    <path strokeDasharray="0 0.5" d="M5.1 2.7h1" />
  </SmallDrawing>
);
