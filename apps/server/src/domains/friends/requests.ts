import type { FriendStatus } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { type Pair, pairs, parseUserId } from './pair.ts';
import { isCooldownOver, whyNoMoreFriends, whyNoMoreRequests, whyNoRequest } from './policy.ts';
import { notWithdrawn } from './relation-rows.ts';
import { friendshipStore } from './store/friendship-store.ts';
import { linkStore } from './store/link-store.ts';
import { type RequestRow, requestStore } from './store/request-store.ts';

type Answer = 'accept' | 'decline' | 'cancel';

export interface RequestDeps {
  database: Database;
  /** Called after the commit: requests between these people have changed. */
  requestsChanged(userIds: readonly string[]): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Sending friend requests, and answering them. */
export function friendRequests({ database, requestsChanged, now }: RequestDeps) {
  const { withPair } = pairs(database);

  return {
    async request(me: string, friendId: string, code: string | undefined): Promise<FriendStatus> {
      const otherId = parseUserId(friendId);
      if (otherId === me) refuse('bad-input', 'You cannot be your own friend.');
      const status = await withPair(me, otherId, async (pair) => {
        const { trx, me, other, rows, status } = pair;
        const received = notWithdrawn(rows.received);
        if (rows.friendship) return status();
        if (received) return befriend(pair, received, now());

        const hasLink = code !== undefined && (await linkStore(trx).owner(code)) === other.userId;
        const why = whyNoRequest({ standing: me.standing, allowsInvites: other.allowsInvites, hasLink });
        const sent = notWithdrawn(rows.sent);
        if (!sent) {
          if (why) refuse('not-allowed', why);
          await send(pair, now());
        } else if (!why && sent.declined_at !== null && isCooldownOver(sent.declined_at, now())) {
          await requestStore(trx).change(sent.request_id, { declined_at: null, reached_at: now() });
        }
        return status();
      });
      requestsChanged([me, otherId]);
      return status;
    },

    async answer(me: string, requestId: string, answer: Answer): Promise<FriendStatus> {
      const other = await otherIn(database, me, requestId, answer);
      if (other === undefined) return notFound();
      const answered = async (pair: Pair) => {
        const { rows, status } = pair;
        // The answer to an earlier acceptance was lost, and the recipient accepts again.
        if (answer === 'accept' && rows.friendship?.request_id === requestId) return status();
        const request = notWithdrawn(answer === 'cancel' ? rows.sent : rows.received);
        if (request?.request_id !== requestId) return notFound();
        return answers[answer](pair, request, now());
      };
      const status = await withPair(me, other, answered, notFound);
      // Who sent it does not learn that it was declined.
      requestsChanged(answer === 'decline' ? [me] : [me, other]);
      return status;
    },
  };
}

async function befriend({ trx, me, other, rows, status }: Pair, request: RequestRow, now: number) {
  const friendships = friendshipStore(trx);
  const why = whyNoMoreFriends(await friendships.count(me.userId), await friendships.count(other.userId));
  if (why) refuse('not-allowed', why);
  const ids = [rows.sent, rows.received].flatMap((row) => (row ? [row.request_id] : []));
  await requestStore(trx).remove(ids);
  await friendships.begin(request, now);
  return status();
}

async function send({ trx, me, other, rows }: Pair, now: number): Promise<void> {
  const requests = requestStore(trx);
  const why =
    whyNoMoreRequests(await requests.countSent(me.userId)) ??
    whyNoMoreFriends(await friendshipStore(trx).count(me.userId), 0);
  if (why) refuse('not-allowed', why);
  const declinedAt = rows.sent?.declined_at ?? null;
  const isCoolingDown = declinedAt !== null && !isCooldownOver(declinedAt, now);
  if (rows.sent) await requests.remove([rows.sent.request_id]);
  await requests.add({
    request_id: newId(),
    from_id: me.userId,
    to_id: other.userId,
    sent_at: now,
    reached_at: now,
    // Taking it back and asking again does not get around being declined.
    declined_at: isCoolingDown ? declinedAt : null,
    withdrawn_at: null,
  });
}

/** The possible answers; who may give which depends on the request. */
const answers = {
  accept: befriend,
  async decline({ trx, status }: Pair, { request_id, declined_at }: RequestRow, now: number) {
    if (declined_at === null) await requestStore(trx).change(request_id, { declined_at: now });
    return status();
  },
  async cancel({ trx, status }: Pair, { request_id }: RequestRow, now: number) {
    await requestStore(trx).withdraw([request_id], now);
    return status();
  },
};

/** The other person in a request, or in the friendship it became, if this person may give this answer. */
async function otherIn({ db }: Database, me: string, requestId: string, answer: Answer) {
  const request = (await requestStore(db).find(requestId)) ?? (await partiesOf({ db }, requestId));
  const { from_id: from, to_id: to } = request ?? {};
  const [mine, other] = answer === 'cancel' ? [from, to] : [to, from];
  return mine === me ? other : undefined;
}

/** The sender and recipient of the request that became this friendship. */
async function partiesOf(
  { db }: Pick<Database, 'db'>,
  requestId: string,
): Promise<Pick<RequestRow, 'from_id' | 'to_id'> | undefined> {
  const row = await friendshipStore(db).fromRequest(requestId);
  if (!row) return undefined;
  return { from_id: row.asked_by, to_id: row.low_id === row.asked_by ? row.high_id : row.low_id };
}

function notFound(): never {
  return refuse('not-found', 'This friend request no longer exists.');
}
