import type { ReactNode } from 'react';
import { LooksMenu } from '../theme/looks-menu.tsx';
import styles from './header.module.css';

/** The bar at the top of a page. Its first child is the way home, the others stand at its end, before its looks. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className={styles.header}>
      {children}
      <LooksMenu />
    </header>
  );
}
