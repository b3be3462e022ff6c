import { Link } from 'wouter';
import { ago } from '../../lib/text/ago.ts';
import { ActivityDrawing } from '../../ui/empty-state/index.ts';
import { EmptyState } from '../../ui/index.ts';
import type { Activity } from './activity.ts';
import styles from './rows.module.css';
import { StartConversation } from './start-conversation.tsx';

const most = 8;

interface RecentActivityProps {
  activity: readonly Activity[];
  /** The addresses that other parts of the page lead to. */
  shown: ReadonlySet<string>;
  /** Whether all conversations of the account are in this browser. */
  isWhole: boolean;
}

/** What happened lately and is not on the page already. */
export function RecentActivity({ activity, shown, isWhole }: RecentActivityProps) {
  const others = activity.filter(({ href }) => !shown.has(href)).slice(0, most);
  const isEmpty = isWhole && activity.length === 0 && shown.size === 0;
  if (others.length === 0 && !isEmpty) return null;
  return (
    <section aria-labelledby="activity" className={styles.section}>
      <h2 id="activity" className={styles.title}>
        Recent activity
      </h2>
      {isEmpty ? (
        <EmptyState
          drawing={<ActivityDrawing />}
          title="No recent activity yet."
          actions={<StartConversation />}
        >
          <p>Activity in your conversations, spaces and sessions appears here.</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {others.map(({ what, title, href, at }) => (
            <li key={href} className={styles.row}>
              <span className={styles.what}>
                <span>{what}</span>{' '}
                <Link href={href} dir="auto">
                  {title}
                </Link>
              </span>
              <span className={styles.when}>{ago(new Date(at))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
