import '../testing/browser.ts';
import type { FriendRequest } from '@polylogue/contract';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/query-client.ts';
import {
  answerRequest,
  block,
  friends,
  incomingRequests,
  sendFriendRequest,
  sentRequests,
  unfriend,
  userById,
  userByUsername,
  userSearch,
} from '../index.ts';
import { peopleServer, person, refusal } from '../testing/people-server.ts';

let server: ReturnType<typeof peopleServer>;
const grace = person('grace', { friendship: 'incoming' });
const request: FriendRequest = { request_id: 'r1', user: grace, created_at: '2026-11-01T00:00:00.000Z' };
const otherTab = () => new BroadcastChannel('polylogue.people');
const tabs: BroadcastChannel[] = [];

beforeEach(() => {
  queryClient.clear();
  server = peopleServer();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const tab of tabs.splice(0)) tab.close();
});

/** What the screen shows about Grace. */
const shown = () => ({
  page: queryClient.getQueryData(userById('grace').queryKey)?.friendship,
  incoming: queryClient.getQueryData(incomingRequests.queryKey)?.length,
  found: queryClient.getQueryData(userSearch('gra').queryKey)?.users.map(({ friendship }) => friendship),
});

function know() {
  queryClient.setQueryData(userById('grace').queryKey, grace);
  queryClient.setQueryData(incomingRequests.queryKey, [request]);
  queryClient.setQueryData(userSearch('gra').queryKey, { users: [grace], isComplete: true });
}

test.each([
  ['the incoming requests', incomingRequests, 'GET /api/v1/user/friend-requests', []],
  ['the sent requests', sentRequests, 'GET /api/v1/user/sent-friend-requests', []],
  ['the friends', friends, 'GET /api/v1/user/friends', []],
  ['a user by id', userById('grace'), 'GET /api/v1/user', grace],
  ['a user by username', userByUsername('grace'), 'GET /api/v1/user/search', [grace]],
])('what is known about %s is trusted for five minutes [CONST-22]', async (_, query, what, answer) => {
  vi.useFakeTimers();
  server.on(what, () => Response.json(answer));
  const options = query as typeof friends;
  await queryClient.fetchQuery(options);
  await vi.advanceTimersByTimeAsync(299_999);
  await queryClient.fetchQuery(options);
  expect(server.times(what)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await queryClient.fetchQuery(options);
  expect(server.times(what)).toBe(2);
});

test('an accepted request shows a friend immediately, before the server has answered', async () => {
  know();
  let answer = (_: Response) => {};
  server.on('PUT /api/v1/user/friend-requests', () => new Promise((resolve) => (answer = resolve)));
  const accepted = answerRequest('grace', 'accept', 'r1');
  await vi.waitFor(() => expect(shown()).toEqual({ page: 'friend', incoming: 0, found: ['friend'] }));
  answer(Response.json({ user_id: 'grace', friendship: 'friend', request_id: null, since: null }));
  await accepted;
  expect(shown()).toEqual({ page: 'friend', incoming: 0, found: ['friend'] });
  expect(server.asked[0]?.body).toEqual({ request_id: 'r1', action: 'accept' });
});

test('what the server refuses is undone', async () => {
  know();
  server.on('PUT /api/v1/user/friend-requests', () => refusal(429, 'too-many'));
  await expect(answerRequest('grace', 'accept', 'r1')).rejects.toThrow('Failed to accept friend request');
  expect(shown()).toEqual({ page: 'incoming', incoming: 1, found: ['incoming'] });
});

test('undoing reverts nothing that has changed since', async () => {
  const both = [person('ada'), person('grace')];
  queryClient.setQueryData(userSearch('a').queryKey, { users: both, isComplete: true });
  let refuse = (_: Response) => {};
  server.on('POST /api/v1/user/friend-requests', () => new Promise((resolve) => (refuse = resolve)));
  server.on('POST /api/v1/user/block', () => Response.json({}));
  const slow = sendFriendRequest('ada');
  await vi.waitFor(() => expect(server.times('POST /api/v1/user/friend-requests')).toBe(1));
  await block('grace');
  refuse(refusal(429, 'too-many'));
  await expect(slow).rejects.toThrow('Failed to send friend request');
  const users = queryClient.getQueryData(userSearch('a').queryKey)?.users;
  expect(users?.map(({ user_id }) => user_id)).not.toContain('grace');
});

test('a request to a person who has already asked makes the two friends, as the server says', async () => {
  know();
  server.on('POST /api/v1/user/friend-requests', () =>
    Response.json({ user_id: 'grace', friendship: 'friend', request_id: null, since: null }),
  );
  await sendFriendRequest('grace', 'code-of-a-friend-link');
  expect(shown().page).toBe('friend');
  expect(server.asked[0]?.query).toEqual({ friend_id: 'grace', code: 'code-of-a-friend-link' });
});

test('after a request is withdrawn another can be sent, also from search results', async () => {
  queryClient.setQueryData(userSearch('ada').queryKey, { users: [person('ada')], isComplete: true });
  const standing = (friendship: string) => () => Response.json({ user_id: 'ada', friendship });
  server.on('POST /api/v1/user/friend-requests', standing('outgoing'));
  server.on('PUT /api/v1/user/friend-requests', standing('stranger'));
  await sendFriendRequest('ada');
  await answerRequest('ada', 'cancel', 'r1');
  expect(queryClient.getQueryData(userSearch('ada').queryKey)?.users).toEqual([person('ada')]);
});

test('the id of a request is looked up if it is not known', async () => {
  server.on('GET /api/v1/user/friends', () =>
    Response.json({ user_id: 'grace', friendship: 'incoming', request_id: 'r7', since: null }),
  );
  server.on('PUT /api/v1/user/friend-requests', () => Response.json({ friendship: 'stranger' }));
  await answerRequest('grace', 'decline');
  expect(server.asked[1]?.body).toEqual({ request_id: 'r7', action: 'decline' });
});

test('a blocked person disappears everywhere immediately, and other tabs are notified', async () => {
  know();
  const received: unknown[] = [];
  const tab = otherTab();
  tabs.push(tab);
  tab.onmessage = ({ data }) => received.push(data);
  server.on('POST /api/v1/user/block', () => Response.json({}));
  await block('grace');
  expect(shown()).toEqual({ page: undefined, incoming: 0, found: [] });
  expect(queryClient.getQueryState(userById('grace').queryKey)?.error).toMatchObject({
    message: 'User not found',
  });
  await vi.waitFor(() =>
    expect(received).toEqual([{ type: 'related', relation: { user_id: 'grace', friendship: null } }]),
  );
});

test('a change made in another tab takes effect here', async () => {
  know();
  const tab = otherTab();
  tabs.push(tab);
  tab.postMessage({ type: 'related', relation: { user_id: 'grace', friendship: null } });
  await vi.waitFor(() => expect(shown()).toEqual({ page: undefined, incoming: 0, found: [] }));
});

test('acting on a person who has since blocked the reader removes them from an open page', async () => {
  know();
  server.on('GET /api/v1/user', () => refusal(404, 'not-found'));
  server.on('DELETE /api/v1/user/friends', () => refusal(404, 'not-found'));
  const page = new QueryObserver(queryClient, userById('grace'));
  const leave = page.subscribe(() => {});
  await expect(unfriend('grace')).rejects.toThrow('Failed to unfriend');
  expect(page.getCurrentResult()).toMatchObject({ data: undefined, error: { message: 'User not found' } });
  expect(shown().found).toEqual([]);
  leave();
});
