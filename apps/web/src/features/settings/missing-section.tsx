import type { MissingProps } from '../../lib/lazy/lazy-component.tsx';
import { Button, Notice } from '../../ui/index.ts';
import styles from './settings-page.module.css';

/** Stands in for settings whose code could not be loaded. */
export function MissingSection({ isAsking, onAgain }: MissingProps) {
  return (
    <div className={styles.missing}>
      <Notice tone="bad" title="This could not be loaded">
        Check your internet connection. It will appear as soon as it can be loaded.
      </Notice>
      <Button small busy={isAsking} onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
