import { Link } from 'wouter';
import { counted } from '../../lib/text/counts.ts';
import styles from './view-links.module.css';

interface ViewLinksProps<View extends string> {
  label: string;
  /** The address of the page, which shows its first view. */
  path: string;
  views: readonly { view: View; name: string; count?: number | undefined }[];
  current: View;
}

/** The lists of one page, each with its own address. */
export function ViewLinks<View extends string>({ label, path, views, current }: ViewLinksProps<View>) {
  return (
    <nav aria-label={label} className={styles.views}>
      {views.map(({ view, name, count }, at) => (
        <Link
          key={view}
          href={at === 0 ? path : `${path}?view=${view}`}
          className={styles.view}
          aria-current={view === current ? 'page' : undefined}
        >
          {name}
          {count ? <span className={styles.count}>{counted(count)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
