import { type ReactNode, useId } from 'react';
import styles from './part.module.css';

interface PartProps {
  title: string;
  /** What this is about, in a sentence or two. */
  intro?: ReactNode;
  children: ReactNode;
}

/** One part of a section, with something to set or do. */
export function Subsection({ title, intro, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      {children}
    </section>
  );
}
