import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** `bad` is read aloud at once, `good` when the screen reader pauses. */
  tone: 'good' | 'bad';
  /** What happened, if there is more to say about it. */
  title?: string;
  children?: ReactNode;
}

/** The outcome of the user's last action, shown where they took it. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {title && <p className={styles.title}>{title}</p>}
      {children && <div>{children}</div>}
    </div>
  );
}
