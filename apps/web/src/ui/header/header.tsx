import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { AppearanceMenu } from '../theme/appearance-menu.tsx';
import styles from './header.module.css';

interface HeaderProps {
  /** In a frame: for members the way home and the appearance are in the app's header; on a phone the appearance is in the menu. */
  isFramed?: boolean;
  /** It is below the header of the app, which is the page's banner. */
  isInner?: boolean;
  children: ReactNode;
}

/** The bar at the top of a page. Its first child is the home link; the others go at the end, before the appearance menu. */
export function Header({ isFramed, isInner, children }: HeaderProps) {
  return (
    <header className={classes(styles.header, isFramed && styles.framed)} role={isInner ? 'none' : undefined}>
      {children}
      <AppearanceMenu className={styles.appearance} />
    </header>
  );
}
