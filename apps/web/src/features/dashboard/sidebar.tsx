import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { Entry } from '../shell/index.ts';
import styles from './sidebar.module.css';

interface SidebarProps {
  conversations: readonly Entry[];
  spaces: readonly Entry[];
  sessions: readonly Entry[];
}

/** What is going on, at a glance. */
export function Sidebar({ conversations, spaces, sessions }: SidebarProps) {
  return (
    <aside className={styles.sidebar} aria-label="At a glance">
      <Group title="Active Conversations" entries={conversations}>
        No active conversations
      </Group>
      <Group title="Spaces" entries={spaces}>
        No spaces joined
      </Group>
      <Group title="Sessions" entries={sessions}>
        No sessions scheduled
      </Group>
    </aside>
  );
}

interface GroupProps {
  title: string;
  entries: readonly Entry[];
  /** Stands in for an entry while there is none. */
  children: ReactNode;
}

function Group({ title, entries, children }: GroupProps) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {entries.length === 0 ? (
        <p className={styles.none}>{children}</p>
      ) : (
        <ul className={styles.list}>
          {entries.map(({ href, title }) => (
            <li key={href}>
              <Link href={href} className={styles.entry}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
