import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Entry } from './entry.ts';
import styles from './entry-list.module.css';

interface EntryListProps {
  entries: readonly Entry[];
  /** Stands at the end of each. */
  mark?: ReactNode;
  /** Stands in for the list while it has nothing. */
  children?: ReactNode;
}

export function EntryList({ entries, mark, children }: EntryListProps) {
  if (entries.length === 0) return children;
  return (
    <ul className={styles.list}>
      {entries.map(({ href, title, about }) => (
        <li key={href}>
          <Link href={href} className={styles.entry}>
            <span className={styles.title}>{title}</span>
            {about && <span className={styles.about}>{about}</span>}
            {mark && <span className={styles.mark}>{mark}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
