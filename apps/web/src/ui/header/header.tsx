import type { ReactNode } from 'react';
import { AppearanceMenu } from '../theme/appearance-menu.tsx';
import styles from './header.module.css';

interface HeaderProps {
  /** It is below the header of the app, which is the page's banner. */
  isInner?: boolean;
  children: ReactNode;
}

/** The bar at the top of a page. Its first child is the home link; the others go at the end, before the appearance menu. */
export function Header({ isInner, children }: HeaderProps) {
  return (
    <header className={styles.header} role={isInner ? 'none' : undefined}>
      {children}
      <AppearanceMenu />
    </header>
  );
}
