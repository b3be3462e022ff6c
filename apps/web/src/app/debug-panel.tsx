import { useLive } from '../lib/state/use-live.ts';
import { Button } from '../ui/index.ts';
import styles from './debug-panel.module.css';
import { eventLog } from './event-log.ts';

const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The event log: sign-in, refreshes, requests and streams. */
export function DebugPanel({ onClose }: { onClose(): void }) {
  const events = useLive(eventLog, (log) => log);
  return (
    <section className={styles.panel} aria-labelledby="event-log">
      <div className={styles.head}>
        <h2 id="event-log">Event log</h2>
        <Button small onClick={() => eventLog.dispatch({ type: 'cleared' })}>
          Clear
        </Button>
        <Button small onClick={onClose}>
          Close
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="Events">
        {events.length === 0 ? (
          <p className={styles.empty}>Nothing has happened yet.</p>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Kind</th>
                <th scope="col">Event</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {events.map(({ id, at, kind, what, status }) => (
                <tr key={id}>
                  <td>{time.format(at)}</td>
                  <td>{kind}</td>
                  <td>{what}</td>
                  <td>{status}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </section>
  );
}
