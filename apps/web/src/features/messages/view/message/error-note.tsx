import { useEffect, useState } from 'react';
import { Button, Disclosure } from '../../../../ui/index.ts';
import type { ShownError } from '../intents.ts';
import styles from './error-note.module.css';

interface ErrorNoteProps {
  error: ShownError;
  /** Only the last message can be retried. */
  canRetry: boolean;
  onRetry(): void;
  onContinue(): void;
}

/** Why there is no reply, or why it is incomplete, and the ways to resolve it. */
export function ErrorNote({ error, canRetry, onRetry, onContinue }: ErrorNoteProps) {
  return (
    <div className={styles.note} data-error={error.isFailure ? 'failure' : 'cut'}>
      <p>{error.text}</p>
      {error.hint && <p className={styles.hint}>{error.hint}</p>}
      {error.details && (
        <Disclosure title="Details">
          <pre className={styles.details}>{error.details}</pre>
        </Disclosure>
      )}
      {canRetry && (
        <div className={styles.buttons}>
          {error.bestRemedy}
          {error.canContinue && (
            <Button small onClick={onContinue}>
              Continue
            </Button>
          )}
          <Retry at={error.retryAt} onRetry={onRetry} />
          {error.remedies.map(({ label, act }) => (
            <Button key={label} small onClick={act}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Retries. If the provider says how long to wait, the seconds are counted down. */
function Retry({ at = 0, onRetry }: { at?: number | undefined; onRetry(): void }) {
  const [now, setNow] = useState(Date.now);
  const left = Math.ceil((at - now) / 1000);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), (at - now) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [at, now, left]);
  return (
    <Button small onClick={onRetry}>
      {left > 0 ? `Retry in ${waitWords(left)}` : 'Retry'}
    </Button>
  );
}

/** Seconds, minutes and seconds, or hours and minutes. */
function waitWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3_600 ? `${inSixties(seconds)} min` : `${inSixties(Math.ceil(seconds / 60))} h`;
}

const inSixties = (count: number) => `${Math.floor(count / 60)}:${String(count % 60).padStart(2, '0')}`;
