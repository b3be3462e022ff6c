import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ago } from '../../lib/text/ago.ts';
import { ActivityDrawing } from '../../ui/empty-state/index.ts';
import { EmptyState } from '../../ui/index.ts';
import type { ListedConversation } from '../conversation/index.ts';
import { ownSpaces } from '../space/index.ts';
import { activityOf } from './activity.ts';
import styles from './recent-activity.module.css';
import { StartConversation } from './start-conversation.tsx';

const most = 8;

export function RecentActivity({ all }: { all: readonly ListedConversation[] }) {
  const { data: spaces = [], isLoading } = useQuery(ownSpaces);
  // All together, so that nothing shown has to move.
  if (isLoading) return null;
  const activity = activityOf(all, spaces, most);
  return (
    <section aria-labelledby="activity" className={styles.section}>
      <h2 id="activity" className={styles.title}>
        Recent activity
      </h2>
      {activity.length === 0 ? (
        <EmptyState
          drawing={<ActivityDrawing />}
          title="No recent activity yet."
          actions={<StartConversation />}
        >
          <p>Activity in your conversations, spaces and sessions appears here.</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {activity.map(({ what, title, href, at }) => (
            <li key={`${what} ${href}`} className={styles.row}>
              <span className={styles.what}>
                {what} <Link href={href}>{title}</Link>
              </span>
              <span className={styles.when}>{ago(new Date(at))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
