import { useConversations } from '../conversation/index.ts';
import { Shell } from '../shell/index.ts';
import { JoinSpace, ScheduleSession } from '../space/index.ts';
import { Begin } from './begin.tsx';
import styles from './dashboard-page.module.css';
import { FirstSteps } from './first-steps.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { ToContinue } from './to-continue.tsx';

export function DashboardPage() {
  // Until they have been read, it is not known whether there are any.
  const all = useConversations();
  return (
    <Shell title="Dashboard">
      <div className={styles.head}>
        <h1 className={styles.title}>Welcome back!</h1>
        <div className={styles.actions}>
          <JoinSpace />
          <ScheduleSession />
        </div>
      </div>
      <Begin isFirst={all?.length === 0} />
      {all && (
        <>
          <FirstSteps all={all} />
          <ToContinue all={all} />
          <RecentActivity all={all} />
        </>
      )}
    </Shell>
  );
}
