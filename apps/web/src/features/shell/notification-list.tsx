import type { Me } from '@polylogue/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { incomingRequests, QueryResult } from '../person/index.ts';
import { spaceNotifications } from '../space/index.ts';
import { EntryList } from './entry-list.tsx';
import { FriendRequests } from './friend-requests.tsx';
import { notificationsFor } from './notification.ts';
import { SpaceNotifications } from './space-notifications.tsx';

interface NotificationListProps {
  me: Me;
  /** How many of each kind are shown at first; further friend requests have a page. */
  most: number;
  /** Whether further news about spaces can be shown here. */
  hasRest?: boolean;
  /** Shown while there is nothing. */
  children: ReactNode;
}

/** The person's notifications, some of which can be answered here. */
export function NotificationList({ me, most, hasRest = false, children }: NotificationListProps) {
  const query = useQuery(incomingRequests);
  const inSpaces = useQuery(spaceNotifications);
  const isEmpty = query.data?.length === 0 && inSpaces.data?.notifications.length === 0;
  return (
    <>
      <QueryResult query={query} waiting="Loading your notifications">
        {(requests) => <FriendRequests requests={requests} most={most} />}
      </QueryResult>
      <QueryResult query={inSpaces} waiting="Loading your spaces">
        {(known) => <SpaceNotifications {...known} most={most} hasRest={hasRest} />}
      </QueryResult>
      <EntryList entries={notificationsFor(me)}>{isEmpty && children}</EntryList>
    </>
  );
}
