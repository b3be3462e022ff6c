import type { FriendRequest, FriendRequestSummary } from '@polylogue/contract';
import { access, call } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { openPoll } from '../../../lib/schedule/poll.ts';
import { incomingRequests } from './friends.ts';
import { refetchPeople } from './relation-cache.ts';
import { notifyTabs } from './tabs.ts';

// Friend requests arrive without any action on the page. Besides the list, which is cached for five minutes, a small
// request checks whether it is still up to date.

/** Milliseconds, so that with the time for the answers no request goes unnoticed for a minute. */
const period = 45_000;

/** What the server counts but does not list, such as a request from a suspended account. */
let unlisted: FriendRequestSummary | null = null;

export async function checkRequests(): Promise<void> {
  // A page whose sign-in has ended may still be shown.
  if (!access.read()) return;
  const summary = await call('GET /api/v1/user/friend-requests/summary', {});
  const isShown = () => isOf(summary, queryClient.getQueryData(incomingRequests.queryKey));
  if (isShown()) {
    unlisted = null;
    return;
  }
  if (summary.count === unlisted?.count && summary.newest === unlisted.newest) return;
  notifyTabs({ type: 'requests-changed' });
  await refetchPeople(queryClient);
  unlisted = isShown() ? null : summary;
}

const isOf = ({ count, newest }: FriendRequestSummary, list: readonly FriendRequest[] | undefined) =>
  list?.length === count && (list[0]?.request_id ?? null) === newest;

/** Keeps the reader's friend requests up to date while a page is visible. Returns a function that stops it. */
export const watchRequests = openPoll({
  poll: checkRequests,
  interval: period,
  name: 'polylogue.friend_requests',
});
