import styles from './drawing.module.css';
import { SmallDrawing } from './drawing.tsx';

/** Two people whose threads have not met. */
export const PeopleDrawing = () => (
  <SmallDrawing>
    <g className={styles.one}>
      <circle className={styles.paper} cx="3.5" cy="2" r="0.75" />
      <path d="M1.9 5v-.4a1.6 1.6 0 0 1 3.2 0" />
    </g>
    <g className={styles.three}>
      <circle className={styles.paper} cx="8.5" cy="2" r="0.75" />
      <path d="M6.9 4.6a1.6 1.6 0 0 1 3.2 0V5" />
    </g>
    <path strokeDasharray="0 0.5" d="M5.5 4.7h1.2" />
  </SmallDrawing>
);
