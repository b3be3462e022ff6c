import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { SkipLink } from '../skip-link/skip-link.tsx';
import styles from './frame.module.css';

interface FrameProps {
  /** The id of the content, for the skip link. */
  content: string;
  header: ReactNode;
  side: ReactNode;
  /** At the bottom edge of a phone. */
  bar?: ReactNode;
  /** As high as the screen: its content scrolls, not the page. */
  isScreen?: boolean;
  children: ReactNode;
}

/**
 * What surrounds the content of a page. Room is reserved for parts that load later: first.ts knows how much, so that
 * nothing moves.
 */
export function Frame({ content, header, side, bar, isScreen, children }: FrameProps) {
  return (
    <div className={classes(styles.frame, isScreen ? styles.screen : styles.page)}>
      <SkipLink to={content} />
      <div className={styles.header}>{header}</div>
      <div className={styles.body}>
        <div className={styles.side}>{side}</div>
        {children}
      </div>
      {bar && <div className={styles.bar}>{bar}</div>}
    </div>
  );
}
