import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Entry } from './entry.ts';
import styles from './entry-list.module.css';

interface EntryListProps {
  entries: readonly Entry[];
  /** Shown at the end of each entry. */
  mark?: ReactNode;
  /** Shown while the list is empty. */
  children?: ReactNode;
}

export function EntryList({ entries, mark, children }: EntryListProps) {
  if (entries.length === 0) return children;
  return (
    <ul className={styles.list}>
      {entries.map(({ href, title, about, aside }) => (
        <li key={href}>
          <Link href={href} className={styles.entry}>
            <span className={styles.title} dir="auto">
              {title}
            </span>
            {about && (
              <span className={styles.about} dir="auto">
                {about}
              </span>
            )}
            {aside && <span className={styles.aside}>{aside}</span>}
            {mark && <span className={styles.mark}>{mark}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
