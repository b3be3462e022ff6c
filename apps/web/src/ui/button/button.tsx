import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import { Snake } from '../snake/snake.tsx';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `accent` is the main action; `quiet` has no border; `danger` cannot be undone. */
  tone?: 'plain' | 'accent' | 'quiet' | 'danger';
  small?: boolean;
  /** Shows that it is working, and ignores presses meanwhile. */
  busy?: boolean;
}

export function Button({
  tone = 'plain',
  small,
  busy,
  disabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(styles.button, styles[tone], small && styles.small, className)}
      disabled={disabled}
      // Not `disabled`, which would take away the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <Snake size={16} />}
      {children}
    </button>
  );
}
