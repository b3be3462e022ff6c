import type { ComponentProps } from 'react';
import { classes } from '../../../ui/index.ts';
import styles from './list-divider.module.css';

/** A line across the list, above a message. */
export function ListDivider({ isAccent = false, ...rest }: ComponentProps<'p'> & { isAccent?: boolean }) {
  return <p className={classes(styles.divider, isAccent && styles.accent)} {...rest} />;
}
