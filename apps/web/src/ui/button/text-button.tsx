import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './text-button.module.css';

/** A button in the middle of a sentence, which looks like a link but leads nowhere else. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" className={classes(styles.button, className)} {...rest} />;
}
