import type { Me } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { BellIcon, Popover, VisuallyHidden } from '../../ui/index.ts';
import { incomingRequests, watchRequests } from '../person/index.ts';
import { spaceNotifications } from '../space/index.ts';
import { notificationsFor } from './notification.ts';
import { NotificationList } from './notification-list.tsx';
import styles from './notifications.module.css';

const page = '/notifications';

/** Shows whether there are notifications, and opens them. */
export function Notifications({ me }: { me: Me }) {
  const [path] = useLocation();
  const { data: requests = [] } = useQuery(incomingRequests);
  const { data: inSpaces } = useQuery(spaceNotifications);
  const count = notificationsFor(me).length + requests.length + (inSpaces?.unread ?? 0);
  useEffect(watchRequests, []);
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
      <NotificationList me={me} most={4}>
        <p>No notifications yet.</p>
        <p className={styles.later}>
          News about your account, and requests and invitations from others, appear here.
        </p>
      </NotificationList>
    </Popover>
  );
}
