import { Button, Disclosure } from '../../../ui/index.ts';
import type { ShownError } from '../intents.ts';
import styles from './error-note.module.css';

interface ErrorNoteProps {
  error: ShownError;
  /** Only the last message can be asked for again. */
  canRetry: boolean;
  onRetry(): void;
  onContinue(): void;
}

/** Why there is no reply, or why it is not whole, where it would have been; and what to do about it. */
export function ErrorNote({ error, canRetry, onRetry, onContinue }: ErrorNoteProps) {
  return (
    <div className={styles.note} data-error={error.isFailure ? 'failure' : 'cut'}>
      <p>{error.text}</p>
      {error.said && <p className={styles.said}>{error.said}</p>}
      {error.hint && <p className={styles.hint}>{error.hint}</p>}
      {error.details && (
        <Disclosure title="Details">
          <pre className={styles.details}>{error.details}</pre>
        </Disclosure>
      )}
      {canRetry && (
        <div className={styles.buttons}>
          {error.canContinue && (
            <Button small onClick={onContinue}>
              Continue
            </Button>
          )}
          <Button small onClick={onRetry}>
            Retry
          </Button>
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
