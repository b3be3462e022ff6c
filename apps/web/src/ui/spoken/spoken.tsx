import type { ReactNode } from 'react';
import styles from './spoken.module.css';

/** Words for a screen reader only. */
export function Spoken({ children }: { children: ReactNode }) {
  return <span className={styles.spoken}>{children}</span>;
}
