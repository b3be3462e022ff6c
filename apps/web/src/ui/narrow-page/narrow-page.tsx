import type { ReactNode } from 'react';
import { OpenPage } from '../open-page/open-page.tsx';
import styles from './narrow-page.module.css';

interface NarrowPageProps {
  /** The home link, in the header. */
  home: ReactNode;
  title: ReactNode;
  /** A sentence under the title. */
  intro?: ReactNode;
  children: ReactNode;
  /** Links to related pages. */
  elsewhere?: ReactNode;
}

/** A page for a single task: a title and a narrow column. */
export function NarrowPage({ home, title, intro, children, elsewhere }: NarrowPageProps) {
  return (
    <OpenPage home={home} className={styles.column}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
      {elsewhere && <div className={styles.elsewhere}>{elsewhere}</div>}
    </OpenPage>
  );
}
