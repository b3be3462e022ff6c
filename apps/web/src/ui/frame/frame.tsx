import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { SkipLink } from '../skip-link/skip-link.tsx';
import styles from './frame.module.css';

interface FrameProps {
  /** The id of the content, for anyone who skips what comes before it. */
  content: string;
  header: ReactNode;
  side: ReactNode;
  /** At the lower edge of a phone. */
  bar?: ReactNode;
  /** As high as the screen: what is in it scrolls, not the page. */
  isScreen?: boolean;
  children: ReactNode;
}

/**
 * What stands around the content of a page. Where its parts come later, room is reserved for them: what first.ts knows says
 * how much, so that nothing moves.
 */
export function Frame({ content, header, side, bar, isScreen, children }: FrameProps) {
  return (
    <div className={classes(styles.frame, isScreen && styles.screen)}>
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
