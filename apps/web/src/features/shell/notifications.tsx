import type { Me } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import { BellIcon, Popover } from '../../ui/index.ts';
import { Failed, incomingRequests } from '../person/index.ts';
import { EntryList } from './entry-list.tsx';
import { FriendRequests } from './friend-requests.tsx';
import { notificationsFor } from './notification.ts';
import styles from './notifications.module.css';

/** What the person should hear of, and can answer here. */
export function Notifications({ me }: { me: Me }) {
  const { data: requests = [], error, isFetching, refetch } = useQuery(incomingRequests);
  const notifications = notificationsFor(me);
  const count = notifications.length + requests.length;
  return (
    <Popover
      label="Notifications"
      icon={
        <span className={styles.bell} data-new={count > 0 || undefined}>
          <BellIcon />
        </span>
      }
      {...(count > 0 && { hint: `${count} new` })}
    >
      <FriendRequests requests={requests} />
      {error && requests.length === 0 && (
        <Failed error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      <EntryList entries={notifications}>
        {count === 0 && !error && (
          <>
            <p>No notifications yet.</p>
            <p className={styles.later}>
              News about your account, and requests and invitations of others, stand here.
            </p>
          </>
        )}
      </EntryList>
    </Popover>
  );
}
