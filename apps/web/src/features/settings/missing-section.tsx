import type { MissingProps } from '../../lib/lazy/lazy-component.tsx';
import { Button, Notice } from '../../ui/index.ts';
import styles from './settings-page.module.css';

/** Stands in for settings whose code could not be loaded. */
export function MissingSection({ isRetrying, onRetry }: MissingProps) {
  return (
    <div className={styles.missing}>
      <Notice tone="bad" title="This could not be loaded">
        Check your internet connection. It will appear as soon as it can be loaded.
      </Notice>
      <Button small busy={isRetrying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
