import type { ComponentProps } from 'react';
import { classes } from '../classes.ts';
import styles from './button.module.css';

interface ButtonLinkProps extends ComponentProps<'a'> {
  /** As for Button. */
  tone?: 'plain' | 'accent' | 'quiet';
  small?: boolean;
}

/** A link that looks like a button. For another page of ours: `<Link href="/chat" asChild><ButtonLink>…`. */
export function ButtonLink({ tone = 'plain', small, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      className={classes(styles.button, styles.link, styles[tone], small && styles.small, className)}
      {...rest}
    >
      {children}
    </a>
  );
}
