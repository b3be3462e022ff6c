import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { ChevronRightIcon } from '../icon/icon.tsx';
import styles from './disclosure.module.css';

interface DisclosureProps extends Omit<ComponentProps<'details'>, 'title'> {
  title: ReactNode;
}

/** A line that expands to show more. */
export function Disclosure({ title, className, children, ...rest }: DisclosureProps) {
  return (
    <details className={classes(styles.disclosure, className)} {...rest}>
      <summary className={styles.title}>
        <ChevronRightIcon size={16} className={styles.mark} />
        {title}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
