import { Button, Notice } from '../../../ui/index.ts';
import styles from './failed.module.css';
import { ModelError, reasonOf } from './model-error.ts';

interface FailedProps {
  error: Error;
  /** What failed, if the error does not say so itself: "Failed to load your files". */
  failed?: string | undefined;
  isBusy: boolean;
  onRetry(): void;
}

/** Shown in place of something that could not be loaded: what, why, and a way to try again. */
export function Failed({ error, failed, isBusy, onRetry }: FailedProps) {
  return (
    <div className={styles.failed}>
      <Notice tone="bad" title={error instanceof ModelError ? error.message : (failed ?? error.message)}>
        {reasonOf(error)}
      </Notice>
      <Button small busy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
