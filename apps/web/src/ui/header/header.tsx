import type { ReactNode } from 'react';
import { LooksMenu } from '../theme/looks-menu.tsx';
import styles from './header.module.css';

interface HeaderProps {
  /** It stands below the header of the app, which is the page's banner. */
  isInner?: boolean;
  children: ReactNode;
}

/** The bar at the top of a page. Its first child is the way home, the others stand at its end, before its looks. */
export function Header({ isInner, children }: HeaderProps) {
  return (
    <header className={styles.header} role={isInner ? 'none' : undefined}>
      {children}
      <LooksMenu />
    </header>
  );
}
