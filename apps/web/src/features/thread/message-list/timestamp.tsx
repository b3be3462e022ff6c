import styles from './timestamp.module.css';

interface TimestampProps {
  at: number;
  short: string;
  full: string;
}

/** The short time; hovering, tapping or focusing it shows the full one. */
export function Timestamp({ at, short, full }: TimestampProps) {
  return (
    <button type="button" className={styles.timestamp} aria-label={`${short}, ${full}`}>
      <time dateTime={new Date(at).toISOString()}>
        <span className={styles.short}>{short}</span>
        <span className={styles.full}>{full}</span>
      </time>
    </button>
  );
}
