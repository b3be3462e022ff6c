import type { Me } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { lazy } from '../../lib/lazy/lazy.ts';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { BellIcon, Popover, VisuallyHidden } from '../../ui/index.ts';
import { incomingRequests, watchRequests } from '../person/index.ts';
import { spaceNotifications } from '../space/index.ts';
import { notificationsFor } from './notification.ts';
import styles from './notifications.module.css';
import { tellingWhenAllowed } from './tell-when-allowed.ts';

const page = '/notifications';

/** The list itself: the button is on every page. */
export const notificationList = lazy(() =>
  import('./notification-list.tsx').then((file) => file.NotificationList),
);
const outside = lazy(() => import('./tell-outside.ts').then((file) => file.tellOutside));
const tell = tellingWhenAllowed(outside.fetch);

/** Shows whether there are notifications, and opens them. */
export function Notifications({ me }: { me: Me }) {
  const [path, navigate] = useLocation();
  const { data: requests = [] } = useQuery(incomingRequests);
  const { data: inSpaces } = useQuery(spaceNotifications);
  const count = notificationsFor(me).length + requests.length + (inSpaces?.unread ?? 0);
  useEffect(watchRequests, []);
  const known = inSpaces?.notifications;
  useEffect(() => {
    if (known) tell(known, navigate);
  }, [known, navigate]);
  return (
    <Popover
      label="Notifications"
      icon={
        <span className={styles.bell} data-new={count > 0 || undefined}>
          <BellIcon />
        </span>
      }
      {...(count > 0 && { hint: `${count} new` })}
      more={
        path !== page && (
          <Link href={page}>
            See all<VisuallyHidden> notifications</VisuallyHidden>
          </Link>
        )
      }
    >
      <Opened me={me} />
    </Popover>
  );
}

/** Fetched with the first press. */
function Opened({ me }: { me: Me }) {
  const List = useLazy(notificationList, true);
  return (
    List && (
      <List me={me} most={4}>
        <p>No notifications yet.</p>
        <p className={styles.later}>News about your account, requests and invitations appear here.</p>
      </List>
    )
  );
}
