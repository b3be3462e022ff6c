import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** A page, with another behind it. */
export const FilesDrawing = () => (
  <SmallDrawing>
    <path className={styles.two} d="M5.2 1.2h2.6v3" />
    <path className={styles.paper} d="M4.2 2h1.7l.9.9v2.1H4.2z" />
    <path d="M5.9 2v.9h.9" />
    <path className={styles.three} d="M4.9 3.7h1.2m-1.2.6h.7" />
  </SmallDrawing>
);
