import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** `bad` is read aloud at once, `good` when the reader pauses. */
  tone: 'good' | 'bad';
  /** What happened, when more is to be said about it. */
  title?: string;
  children?: ReactNode;
}

/** What came of the last thing a person did, where they did it. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div>{children}</div>}
    </div>
  );
}
