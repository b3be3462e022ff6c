import type { FriendRequest } from '@polylogue/contract';
import { Link } from 'wouter';
import { counted } from '../../lib/text/counts.ts';
import { Avatar } from '../../ui/index.ts';
import { FriendActions, nameOf, PersonLink, smallPicture } from '../person/index.ts';
import styles from './notifications.module.css';

interface FriendRequestsProps {
  requests: readonly FriendRequest[];
  /** How many can be answered here; the rest have a page. */
  most: number;
}

/** Incoming friend requests, newest first. */
export function FriendRequests({ requests, most }: FriendRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <ul className={styles.requests} aria-label="Friend requests">
      {requests.slice(0, most).map(({ request_id, user }) => (
        <li key={request_id} className={styles.request}>
          <div className={styles.who}>
            <Avatar
              id={user.user_id}
              name={nameOf(user)}
              picture={smallPicture(user.profile_picture_url)}
              size={36}
            />
            <p className={styles.words}>
              <PersonLink person={user} /> wants to be your friend
            </p>
          </div>
          <div className={styles.answers}>
            <FriendActions person={user} requestId={request_id} small />
          </div>
        </li>
      ))}
      {requests.length > most && (
        <li>
          <Link href="/community?view=requests">All {counted(requests.length)} friend requests</Link>
        </li>
      )}
    </ul>
  );
}
