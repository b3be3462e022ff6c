import { nextFrame } from '../../../lib/frame.ts';
import { later } from '../../../lib/later.ts';
import { fullTime, shortTime } from '../../../lib/time.ts';
import { useLater } from '../../../lib/use-later.ts';
import styles from './timestamp.module.css';

const frame = () => new Promise<void>((resolve) => void nextFrame(resolve));

/** Behind the frame in which it is seen: what writes times takes the browser longer to make than to show a conversation. */
const times = later(async () => {
  await frame();
  await frame();
  await new Promise((resolve) => setTimeout(resolve));
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
