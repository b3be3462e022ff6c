import { type ReactNode, useId } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import styles from './glance.module.css';

export function GlanceLink({
  href,
  onGo,
  children,
}: {
  href: string;
  onGo: (() => void) | undefined;
  children: ReactNode;
}) {
  const [path] = useLocation();
  const search = useSearch();
  // The lists of conversations have one address each.
  const here = path === '/conversations' && search ? `${path}?${search}` : path;
  return (
    <Link
      href={href}
      className={styles.way}
      aria-current={here === href ? 'page' : undefined}
      {...(onGo && { onClick: onGo })}
    >
      {children}
    </Link>
  );
}

interface GlanceSectionProps {
  title: string;
  isLong?: boolean;
  /** Beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

export function GlanceSection({ title, isLong, action, children }: GlanceSectionProps) {
  const id = useId();
  return (
    <section className={isLong ? styles.long : styles.section} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function GlanceGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.group}>
      <h3 id={id} className={styles.when}>
        {title}
      </h3>
      <ul className={styles.list} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  );
}
