import type { ReactNode } from 'react';
import styles from './drop-hint.module.css';

/** Covers what stands around it while files are dragged over the page. */
export function DropHint({ children }: { children: ReactNode }) {
  return (
    <p className={styles.hint} aria-hidden="true">
      {children}
    </p>
  );
}
