import type { Notification } from '@polylogue/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { whenOf } from '../../lib/text/time.ts';
import { Avatar, Button, SpaceIcon, VisuallyHidden } from '../../ui/index.ts';
import { nameOf, orToast, smallPicture } from '../person/index.ts';
import { markNotificationsRead } from '../space/index.ts';
import { notificationAddress, notificationWords } from './notification-words.ts';
import styles from './notifications.module.css';

interface SpaceNotificationsProps {
  notifications: readonly Notification[];
  unread: number;
  /** How many are shown at first. */
  most: number;
  /** Whether the rest is shown here, on request; it has a page otherwise. */
  hasRest: boolean;
}

/** Notifications from spaces for this person, newest first. */
export function SpaceNotifications({ notifications, unread, most, hasRest }: SpaceNotificationsProps) {
  const [listed, setListed] = useState(most);
  if (notifications.length === 0) return null;
  return (
    <section aria-label="In your spaces" className={styles.spaces}>
      <ul className={styles.requests}>
        {notifications.slice(0, listed).map((one) => (
          <li key={one.notification_id} className={styles.request}>
            <div className={styles.who}>
              {one.by ? (
                <Avatar
                  id={one.by.user_id}
                  name={nameOf(one.by)}
                  picture={smallPicture(one.by.profile_picture_url)}
                  size={36}
                />
              ) : (
                <SpaceIcon />
              )}
              <p className={styles.words} data-unread={!one.is_read || undefined}>
                <Link href={notificationAddress(one)}>{notificationWords(one)}</Link>
                {!one.is_read && <VisuallyHidden> (new)</VisuallyHidden>}
                {one.text && (
                  <span className={styles.text} dir="auto">
                    {one.text}
                  </span>
                )}
                <span className={styles.when}>{whenOf(one.created_at)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {hasRest && notifications.length > listed && (
        <Button small onClick={() => setListed(listed + most)}>
          Show more
        </Button>
      )}
      {unread > 0 && (
        <Button small onClick={() => void orToast(markNotificationsRead(), 'All marked as read')}>
          Mark all read
        </Button>
      )}
    </section>
  );
}
