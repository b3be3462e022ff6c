import { whenIdle } from '../../../lib/idle.ts';
import { later } from '../../../lib/later.ts';
import { fullTime, shortTime } from '../../../lib/time.ts';
import { useLater } from '../../../lib/use-later.ts';
import styles from './timestamp.module.css';

/** On idle, and soon: what writes times takes the browser a good frame to make, and the words are waited for. */
const times = later(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve, 300));
  const epoch = new Date(0);
  shortTime(epoch);
  fullTime(epoch);
  return { short: shortTime, full: fullTime };
});

/** The short time; hovering, tapping or focusing it shows the full one. */
export function Timestamp({ at }: { at: number }) {
  const written = useLater(times, true);
  const date = new Date(at);
  const short = written?.short(date) ?? '';
  const full = written?.full(date) ?? '';
  return (
    <button type="button" className={styles.timestamp} aria-label={`${short}, ${full}`}>
      <time dateTime={date.toISOString()}>
        <span className={styles.short}>{short}</span>
        <span className={styles.full}>{full}</span>
      </time>
    </button>
  );
}
