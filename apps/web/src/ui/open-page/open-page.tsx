import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Header } from '../header/header.tsx';
import styles from './open-page.module.css';

interface OpenPageProps {
  /** The home link, in the header. */
  home: ReactNode;
  /** Links at the bottom. */
  footer?: ReactNode;
  /** For its content. */
  className?: string | undefined;
  children: ReactNode;
}

/** A page outside the frame of the app: header, content and footer share one measure and one left edge. */
export function OpenPage({ home, footer, className, children }: OpenPageProps) {
  return (
    <div className={styles.page}>
      <Header>{home}</Header>
      <main className={classes(styles.main, className)}>{children}</main>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
