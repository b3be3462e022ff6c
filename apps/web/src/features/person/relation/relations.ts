import type { FriendRequest, FriendStatus, ReportReason } from '@polylogue/contract';
import { call } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { isRefused, orFail } from '../failure/model-error.ts';
import { UserNotFound, userById } from '../user/user.ts';
import { friendLink, friendStatus } from './friends.ts';
import type { Relation } from './relation.ts';
import { applyRelation, refetchPeople } from './relation-cache.ts';
import { notifyTabs } from './tabs.ts';

// Each takes effect on screen immediately, here and in other tabs, and is undone if the server refuses.
// All reject with a ModelError.

/** Sends a friend request; `code` is that of their friend link. If they have already asked, the two become friends. */
export function sendFriendRequest(user_id: string, code?: string): Promise<FriendStatus> {
  const query = { friend_id: user_id, ...(code && { code }) };
  return relate({ user_id, friendship: 'outgoing' }, 'Failed to send friend request', () =>
    call('POST /api/v1/user/friend-requests', { query }),
  );
}

const answers = {
  accept: { friendship: 'friend', sentence: 'Failed to accept friend request' },
  decline: { friendship: 'stranger', sentence: 'Failed to decline friend request' },
  cancel: { friendship: 'stranger', sentence: 'Failed to cancel friend request' },
} as const;

type RequestAnswer = keyof typeof answers;

/** Answers a person's request, or withdraws the reader's own. Looks up its id if that is not known. */
export function answerRequest(
  user_id: string,
  action: RequestAnswer,
  request_id?: FriendRequest['request_id'],
): Promise<FriendStatus> {
  const { friendship, sentence } = answers[action];
  return relate({ user_id, friendship }, sentence, async () => {
    const id = request_id ?? (await openRequest(user_id));
    return call('PUT /api/v1/user/friend-requests', { body: { request_id: id, action } });
  });
}

async function openRequest(user_id: string): Promise<string> {
  const { request_id } = await queryClient.fetchQuery({ ...friendStatus(user_id), staleTime: 0 });
  // Answered or withdrawn in the meantime: the server will say so.
  return request_id ?? 'none';
}

export async function unfriend(user_id: string): Promise<void> {
  await relate({ user_id, friendship: 'stranger' }, 'Failed to unfriend', () =>
    call('DELETE /api/v1/user/friends', { query: { friend_id: user_id } }),
  );
}

export async function block(user_id: string): Promise<void> {
  await relate({ user_id, friendship: null }, 'Failed to block user', () =>
    call('POST /api/v1/user/block', { body: { blocked_user_id: user_id } }),
  );
}

export async function unblock(user_id: string): Promise<void> {
  await orFail(
    'Failed to unblock user',
    call('DELETE /api/v1/user/block', { query: { blocked_user_id: user_id } }),
  );
  notifyTabs({ type: 'blocks-changed' });
  await refetchPeople(queryClient);
}

interface Report {
  reported_user_id: string;
  reason: ReportReason;
  details?: string;
}

export async function reportUser(report: Report): Promise<void> {
  const sent = call('POST /api/v1/user/report', { body: report });
  await orFail('Failed to report user', sent).catch((error) => onRefusal(report.reported_user_id, error));
}

/** Makes a new friend link; the old one stops working. */
export async function renewFriendLink(): Promise<void> {
  const link = await orFail('Failed to renew friend link', call('POST /api/v1/user/me/friend-link', {}));
  queryClient.setQueryData(friendLink.queryKey, link);
}

/** Shows the result optimistically, asks the server, and undoes it on refusal. */
async function relate<Answer extends Partial<Relation>>(
  wished: Relation,
  sentence: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const undo = await applyRelation(queryClient, wished);
  try {
    const answer = await orFail(sentence, ask());
    await confirmRelation({ ...wished, ...(answer.friendship && { friendship: answer.friendship }) });
    return answer;
  } catch (error) {
    undo();
    return onRefusal(wished.user_id, error);
  }
}

async function confirmRelation(relation: Relation): Promise<void> {
  notifyTabs({ type: 'related', relation });
  await applyRelation(queryClient, relation);
  void refetchPeople(queryClient);
}

/** What the page knew may be wrong: the person may not even exist any more. */
async function onRefusal(user_id: string, error: unknown): Promise<never> {
  if (isRefused(error, 404)) {
    const check = queryClient.fetchQuery({ ...userById(user_id), staleTime: 0 });
    const isGone = await check.then(
      () => false,
      (error) => error instanceof UserNotFound,
    );
    if (isGone) await confirmRelation({ user_id, friendship: null });
  }
  void refetchPeople(queryClient);
  throw error;
}
