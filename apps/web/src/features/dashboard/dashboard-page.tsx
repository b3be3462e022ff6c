import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSteady } from '../../lib/page/use-steady.ts';
import { browserClock } from '../../lib/schedule/clock.ts';
import { useEachMinute } from '../../lib/state/use-clock.ts';
import type { TextBox } from '../composer/index.ts';
import {
  addressOf,
  type ListedConversation,
  useConversations,
  useListWhole,
  useStreamingIds,
} from '../conversation/index.ts';
import { Shell } from '../shell/index.ts';
import { JoinSpace, NewSpace, ownSpaces, ScheduleSession, upcomingSessions } from '../space/index.ts';
import { activityOf } from './activity.ts';
import { Begin } from './begin.tsx';
import styles from './dashboard-page.module.css';
import { FirstSteps } from './first-steps.tsx';
import { GoingOn } from './going-on.tsx';
import { happeningNow } from './happening.ts';
import { RecentActivity } from './recent-activity.tsx';
import { conversationsToContinue, ToContinue } from './to-continue.tsx';

/** Milliseconds that what is in this browser waits for what is not, so that it need not move. */
const patience = 500;

export function DashboardPage() {
  // Until they have been read, it is not known whether there are any.
  const all = useConversations();
  const isWhole = useListWhole();
  const box = useRef<TextBox>(null);
  return (
    <Shell title="Dashboard">
      <div className={styles.head}>
        <h1 className={styles.title}>Welcome back!</h1>
        <div className={styles.actions}>
          <NewSpace />
          <JoinSpace />
          <ScheduleSession />
        </div>
      </div>
      <Begin isFirst={isWhole && all?.length === 0} box={box} />
      {all && <Below all={all} isWhole={isWhole} onAsk={() => box.current?.focus()} />}
    </Shell>
  );
}

interface BelowProps {
  all: readonly ListedConversation[];
  /** Whether these are all conversations of the account. */
  isWhole: boolean;
  onAsk(): void;
}

/** What the member does here, and what may need them. */
function Below({ all, isWhole, onAsk }: BelowProps) {
  const { data: spaces, isLoading: isLoadingSpaces } = useQuery(ownSpaces);
  const { data: sessions, isLoading: isLoadingSessions } = useQuery(upcomingSessions);
  const answering = useSteady(useStreamingIds());
  const isLate = useLate();
  useEachMinute();
  if (!isLate && (isLoadingSpaces || isLoadingSessions)) return null;

  const happening = happeningNow(
    { conversations: all, answering, spaces: spaces ?? [], sessions: sessions ?? [] },
    Date.now(),
  );
  const first = conversationsToContinue(all);
  const shown = new Set([...happening.map(({ href }) => href), ...first.map(addressOf)]);
  return (
    <>
      <GoingOn happening={happening} />
      <FirstSteps
        isWithoutConversation={isWhole && all.length === 0}
        isWithoutSpace={spaces?.length === 0}
        onAsk={onAsk}
      />
      <ToContinue first={first} />
      {!isLoadingSpaces && (
        <RecentActivity activity={activityOf(all, spaces ?? [])} shown={shown} isWhole={isWhole} />
      )}
    </>
  );
}

function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => browserClock.after(patience, () => setLate(true)), []);
  return isLate;
}
