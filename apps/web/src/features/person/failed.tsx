import { Button, Notice } from '../../ui/index.ts';
import styles from './failed.module.css';
import { reasonOf } from './model-error.ts';

interface FailedProps {
  error: Error;
  isBusy: boolean;
  onRetry(): void;
}

/** Stands where something would be that could not be had: what, why, and a way to try again. */
export function Failed({ error, isBusy, onRetry }: FailedProps) {
  return (
    <div className={styles.failed}>
      <Notice tone="bad" title={error.message}>
        {reasonOf(error)}
      </Notice>
      <Button small busy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
