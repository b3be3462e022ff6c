import { fullTime, shortTime } from '../../../../lib/text/time.ts';
import styles from './timestamp.module.css';

/** The short time; hovering, tapping or focusing it shows the full one. */
export function Timestamp({ at }: { at: number }) {
  const date = new Date(at);
  const short = shortTime(date);
  const full = fullTime(date);
  return (
    <button type="button" className={styles.timestamp} data-time aria-label={`${short}, ${full}`}>
      <time dateTime={date.toISOString()}>
        <span className={styles.short}>{short}</span>
        <span className={styles.full}>{full}</span>
      </time>
    </button>
  );
}
