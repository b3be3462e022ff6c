import type { ReactNode } from 'react';
import styles from './list-page.module.css';
import { Shell } from './shell.tsx';

interface ListPageProps {
  title: string;
  /** The page's name in the browser's tab, where it is not its title. */
  tab?: string;
  /** What the things listed here are. */
  intro: ReactNode;
  children: ReactNode;
}

/** A page of things that belong to the person. */
export function ListPage({ title, tab = title, intro, children }: ListPageProps) {
  return (
    <Shell title={tab}>
      <div className={styles.column}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.intro}>{intro}</p>
        {children}
      </div>
    </Shell>
  );
}
