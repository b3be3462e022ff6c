import type { ReactNode } from 'react';
import { classes } from '../../../ui/index.ts';
import styles from './list-divider.module.css';

/** A line across the list, above a message. */
export function ListDivider({ isAccent = false, children }: { isAccent?: boolean; children: ReactNode }) {
  return <p className={classes(styles.divider, isAccent && styles.accent)}>{children}</p>;
}
