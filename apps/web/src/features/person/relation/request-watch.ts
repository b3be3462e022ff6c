import type { FriendRequest, FriendRequestSummary } from '@polylogue/contract';
import { access, call } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { openPoll } from '../../../lib/schedule/poll.ts';
import { incomingRequests } from './friends.ts';
import { askAgain } from './known.ts';
import { tellTabs } from './tabs.ts';

// A friend request comes without anything that the page has done. Beside the list, which is believed for five minutes,
// one small question tells whether it is still true.

/** So that, with the way of the answers, no request is unseen for a minute (milliseconds). */
const period = 45_000;

/** What the server counts and the list does not show, such as the request of somebody who is suspended by now. */
let unlisted: FriendRequestSummary | null = null;

export async function lookForRequests(): Promise<void> {
  // A page whose sign-in has ended may still be shown.
  if (!access.read()) return;
  const summary = await call('GET /api/v1/user/friend-requests/summary', {});
  const isShown = () => isOf(summary, queryClient.getQueryData(incomingRequests.queryKey));
  if (isShown()) {
    unlisted = null;
    return;
  }
  if (summary.count === unlisted?.count && summary.newest === unlisted.newest) return;
  tellTabs({ type: 'requests-changed' });
  await askAgain(queryClient);
  unlisted = isShown() ? null : summary;
}

const isOf = ({ count, newest }: FriendRequestSummary, list: readonly FriendRequest[] | undefined) =>
  list?.length === count && (list[0]?.request_id ?? null) === newest;

/** Keeps the friend requests of the signed-in person true while somebody looks at a page. Returns what stops it. */
export const watchRequests = openPoll({
  ask: lookForRequests,
  every: period,
  name: 'polylogue.friend_requests',
});
