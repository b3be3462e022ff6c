import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** Its name in plain words: read aloud, and shown on hover or keyboard focus. */
  label: string;
  tone?: 'quiet' | 'accent' | 'plain';
  small?: boolean;
}

export function IconButton({ label, tone = 'quiet', small, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip
      className={classes(styles.button, styles[tone], small && styles.small, className)}
      {...rest}
    />
  );
}
