import type { Me } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answered, incomingRequests } from '../person/index.ts';
import { spaceNotifications } from '../space/index.ts';
import { EntryList } from './entry-list.tsx';
import { FriendRequests } from './friend-requests.tsx';
import { notificationsFor } from './notification.ts';
import { SpaceNotifications } from './space-notifications.tsx';

interface NotificationListProps {
  me: Me;
  /** So many friend requests are answered here; the others have a page. */
  most: number;
  /** Stands here while there is nothing. */
  children: ReactNode;
}

/** What the person should hear of, and can answer here. */
export function NotificationList({ me, most, children }: NotificationListProps) {
  const query = useQuery(incomingRequests);
  const inSpaces = useQuery(spaceNotifications);
  const isEmpty = query.data?.length === 0 && inSpaces.data?.notifications.length === 0;
  return (
    <>
      <Answered query={query} waiting="Looking up your notifications">
        {(requests) => <FriendRequests requests={requests} most={most} />}
      </Answered>
      <Answered query={inSpaces} waiting="Looking up your spaces">
        {(known) => <SpaceNotifications {...known} most={most} />}
      </Answered>
      <EntryList entries={notificationsFor(me)}>{isEmpty && children}</EntryList>
    </>
  );
}
