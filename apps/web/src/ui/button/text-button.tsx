import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './text-button.module.css';

/** A button in running text, which looks like a link but does not navigate. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={classes(styles.button, className)} {...rest} />;
}
