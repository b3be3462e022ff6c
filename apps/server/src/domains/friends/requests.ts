import type { FriendRequest, FriendRequestSummary, FriendStatus, Person } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/id.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { inPieces } from '../../platform/process/in-pieces.ts';
import { type Pair, pairs, parseUserId } from './pair.ts';
import { isCooldownOver, whyNoMoreFriends, whyNoMoreRequests, whyNoRequest } from './policy.ts';
import { notWithdrawn } from './relation-rows.ts';
import { friendStore, type RequestRow } from './store.ts';

/** Anyone may send one, so any number may be waiting: how many are listed, and read in one query. */
const mostListed = 500;
const pageRows = 100;

export type Answer = 'accept' | 'decline' | 'cancel';

export interface RequestDeps {
  database: Database;
  personsSeenBy(viewerId: string, userIds: readonly string[]): Promise<Map<string, Person>>;
  /** Called after the commit: requests between these people have changed. */
  requestsChanged(userIds: readonly string[]): void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Sending friend requests, and answering them. */
export function requests({ database, personsSeenBy, requestsChanged, now }: RequestDeps) {
  const store = friendStore(database.db);
  const { withPair } = pairs(database);

  async function befriend({ store, me, other, rows, status }: Pair, request: RequestRow) {
    const why = whyNoMoreFriends(await store.countFriends(me.userId), await store.countFriends(other.userId));
    if (why) refuse('not-allowed', why);
    const ids = [rows.sent, rows.received].flatMap((row) => (row ? [row.request_id] : []));
    await store.removeRequests(ids);
    await store.befriend(request, now());
    return status();
  }

  async function send({ store, me, other, rows }: Pair) {
    const why =
      whyNoMoreRequests(await store.countSent(me.userId)) ??
      whyNoMoreFriends(await store.countFriends(me.userId), 0);
    if (why) refuse('not-allowed', why);
    const at = now();
    const declinedAt = rows.sent?.declined_at ?? null;
    const isCoolingDown = declinedAt !== null && !isCooldownOver(declinedAt, at);
    if (rows.sent) await store.removeRequests([rows.sent.request_id]);
    await store.addRequest({
      request_id: newId(),
      from_id: me.userId,
      to_id: other.userId,
      sent_at: at,
      reached_at: at,
      // Taking it back and asking again does not get around being declined.
      declined_at: isCoolingDown ? declinedAt : null,
      withdrawn_at: null,
    });
  }

  async function request(me: string, friendId: string, code: string | undefined): Promise<FriendStatus> {
    const otherId = parseUserId(friendId);
    if (otherId === me) refuse('bad-input', 'You cannot be your own friend.');
    const status = await withPair(me, otherId, async (pair) => {
      const { store, me, other, rows, status } = pair;
      const received = notWithdrawn(rows.received);
      if (rows.friendship) return status();
      if (received) return befriend(pair, received);

      const hasLink = code !== undefined && (await store.linkOwner(code)) === other.userId;
      const why = whyNoRequest({ standing: me.standing, allowsInvites: other.allowsInvites, hasLink });
      const sent = notWithdrawn(rows.sent);
      if (!sent) {
        if (why) refuse('not-allowed', why);
        await send(pair);
      } else if (!why && sent.declined_at !== null && isCooldownOver(sent.declined_at, now())) {
        await store.changeRequest(sent.request_id, { declined_at: null, reached_at: now() });
      }
      return status();
    });
    requestsChanged([me, otherId]);
    return status;
  }

  /** The possible answers; who may give which depends on the request. */
  const answers = {
    async accept(pair: Pair, request: RequestRow) {
      return befriend(pair, request);
    },
    async decline({ store, status }: Pair, request: RequestRow) {
      if (request.declined_at === null) await store.changeRequest(request.request_id, { declined_at: now() });
      return status();
    },
    async cancel({ store, status }: Pair, request: RequestRow) {
      await store.withdraw([request.request_id], now());
      return status();
    },
  };

  /** The other person in a request, or in the friendship it became, if this person may give this answer. */
  async function otherOf(me: string, requestId: string, answer: Answer): Promise<string | undefined> {
    const { from_id: from, to_id: to } =
      (await store.request(requestId)) ?? (await partiesOf(requestId)) ?? {};
    const [mine, other] = answer === 'cancel' ? [from, to] : [to, from];
    return mine === me ? other : undefined;
  }

  /** The sender and recipient of the request that became this friendship. */
  async function partiesOf(requestId: string): Promise<Pick<RequestRow, 'from_id' | 'to_id'> | undefined> {
    const row = await store.friendshipOf(requestId);
    if (!row) return undefined;
    return { from_id: row.asked_by, to_id: row.low_id === row.asked_by ? row.high_id : row.low_id };
  }

  async function listed(
    userId: string,
    rows: RequestRow[],
    who: 'from_id' | 'to_id',
    when: 'sent_at' | 'reached_at',
  ) {
    const seen = await personsSeenBy(
      userId,
      rows.map((row) => row[who]),
    );
    return rows.flatMap((row): FriendRequest[] => {
      const user = seen.get(row[who]);
      const created_at = new Date(row[when]).toISOString();
      return user ? [{ request_id: row.request_id, user, created_at }] : [];
    });
  }

  return {
    request,

    async answer(me: string, requestId: string, answer: Answer): Promise<FriendStatus> {
      const other = await otherOf(me, requestId, answer);
      if (other === undefined) return notFound();
      const answered = async (pair: Pair) => {
        const { rows, status } = pair;
        // The answer to an earlier acceptance was lost, and the recipient accepts again.
        if (answer === 'accept' && rows.friendship?.request_id === requestId) return status();
        const request = notWithdrawn(answer === 'cancel' ? rows.sent : rows.received);
        if (request?.request_id !== requestId) return notFound();
        return answers[answer](pair, request);
      };
      const status = await withPair(me, other, answered, notFound);
      // Who sent it does not learn that it was declined.
      requestsChanged(answer === 'decline' ? [me] : [me, other]);
      return status;
    },

    /** The newest that the person sees; others follow as these are answered. */
    async incoming(me: string, most = mostListed): Promise<FriendRequest[]> {
      const pause = inPieces();
      const found: FriendRequest[] = [];
      let rows: RequestRow[] = [];
      for (let from = 0; from === 0 || rows.length === pageRows; from += pageRows) {
        if (found.length >= most) break;
        rows = await store.incoming(me, from, pageRows);
        found.push(...(await listed(me, rows, 'from_id', 'reached_at')));
        await pause();
      }
      return found.slice(0, most);
    },
    /** Called often, so it does not load the people. */
    summary: (me: string): Promise<FriendRequestSummary> => store.incomingSummary(me),
    sent: async (me: string) => listed(me, await store.sent(me), 'to_id', 'sent_at'),
  };
}
export type Requests = ReturnType<typeof requests>;

function notFound(): never {
  return refuse('not-found', 'This friend request no longer exists.');
}
