import type { ReactNode } from 'react';
import styles from './list-page.module.css';
import { Shell } from './shell.tsx';

interface ListPageProps {
  title: string;
  /** The page's title in the browser tab, if it differs. */
  tab?: string;
  /** What is listed here. */
  intro: ReactNode;
  children: ReactNode;
}

/** A page that lists things that belong to the person. */
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
