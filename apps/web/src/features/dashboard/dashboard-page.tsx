import { Link } from 'wouter';
import { ButtonLink, CalendarIcon, SpaceIcon } from '../../ui/index.ts';
import { useConversations } from '../conversation/index.ts';
import { Shell } from '../shell/index.ts';
import { Begin } from './begin.tsx';
import styles from './dashboard-page.module.css';
import { FirstSteps } from './first-steps.tsx';
import { NextStep } from './next-step.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { ShareAddress } from './share-address.tsx';
import { ToContinue } from './to-continue.tsx';

export function DashboardPage() {
  // Until they are read nobody knows whether there are any.
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
      <Begin />
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

function JoinSpace() {
  return (
    <NextStep title="Join Space" icon={<SpaceIcon size={18} />} actions={<ShareAddress tone="accent" />}>
      <p>
        A space is a live room in which several people talk with one AI. You join one when a member invites
        you.
      </p>
      <p>
        Nobody has invited you to one yet. Invite the people you want to share a space with: send them the
        address of this server.
      </p>
    </NextStep>
  );
}

function ScheduleSession() {
  return (
    <NextStep
      title="Schedule Session"
      icon={<CalendarIcon size={18} />}
      actions={
        <Link href="/spaces" asChild>
          <ButtonLink tone="accent">Go to Spaces</ButtonLink>
        </Link>
      }
    >
      <p>A session is a space with a date: everybody in it meets at that time.</p>
      <p>You are not in a space yet, so there is nobody to meet. Find a space first.</p>
    </NextStep>
  );
}
