import { Link } from 'wouter';
import styles from './conversations-page.module.css';
import type { View } from './views.ts';

const views: readonly (readonly [View, string])[] = [
  ['active', 'Active'],
  ['archived', 'Archived'],
  ['deleted', 'Recently deleted'],
];

/** The lists there are. What a guest deletes is not kept anywhere. */
export function Views({ view, isGuest }: { view: View; isGuest: boolean }) {
  return (
    <nav aria-label="Lists" className={styles.views}>
      {views
        .filter(([one]) => one !== 'deleted' || !isGuest)
        .map(([one, name]) => (
          <Link
            key={one}
            href={one === 'active' ? '/conversations' : `/conversations?view=${one}`}
            className={styles.view}
            aria-current={one === view ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
    </nav>
  );
}
