import { Link } from 'wouter';
import { useLazy } from '../../lib/lazy/use-lazy.ts';
import { BellDrawing } from '../../ui/empty-state/index.ts';
import { ButtonLink, EmptyState, Snake } from '../../ui/index.ts';
import { meOf, useAccount } from '../account/index.ts';
import { ListPage, notificationList } from '../shell/index.ts';

export function NotificationsPage() {
  const me = meOf(useAccount());
  const List = useLazy(notificationList, true);
  if (!me) return null;
  return (
    <ListPage
      title="Notifications"
      intro="Requests from others, and news about your spaces and your account."
    >
      {List ? (
        <List me={me} most={20} hasRest>
          <EmptyState
            drawing={<BellDrawing />}
            title="No notifications yet."
            actions={
              <Link href="/community?view=find" asChild>
                <ButtonLink tone="accent">Find people</ButtonLink>
              </Link>
            }
          >
            <p>
              When someone wants to be your friend, mentions you or invites you to a space, or when your
              account needs your attention, you see it here. Find people, or send someone your friend link:
              anyone who opens it can send you a friend request.
            </p>
          </EmptyState>
        </List>
      ) : (
        <Snake size={28} label="Loading your notifications" />
      )}
    </ListPage>
  );
}
