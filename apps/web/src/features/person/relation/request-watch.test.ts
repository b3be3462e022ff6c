import '../testing/browser.ts';
import type { FriendRequest } from '@polylogue/contract';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { access } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { peopleServer, person } from '../testing/people-server.ts';
import { friends, incomingRequests } from './friends.ts';
import { checkRequests } from './request-watch.ts';

let server: ReturnType<typeof peopleServer>;
let waiting: FriendRequest[];
const leave: (() => void)[] = [];

const list = 'GET /api/v1/user/friend-requests';
const summary = 'GET /api/v1/user/friend-requests/summary';
const request = (request_id: string): FriendRequest => ({
  request_id,
  user: person(request_id, { friendship: 'incoming' }),
  created_at: '2026-11-01T00:00:00.000Z',
});
const shown = () => queryClient.getQueryData(incomingRequests.queryKey)?.map(({ request_id }) => request_id);
const summarized = (count = waiting.length) =>
  server.on(summary, () => Response.json({ count, newest: waiting[0]?.request_id ?? null }));

beforeEach(async () => {
  queryClient.clear();
  waiting = [request('r1')];
  server = peopleServer();
  server.on(list, () => Response.json(waiting));
  summarized();
  const claims = btoa(JSON.stringify({ sub: 'ada', exp: Date.now() / 1000 + 600 }));
  access.save({ access_token: `a.${claims}.c`, refresh_token: 'refresh' });
  leave.push(new QueryObserver(queryClient, incomingRequests).subscribe(() => {}));
  await vi.waitFor(() => expect(shown()).toEqual(['r1']));
});
afterEach(() => {
  for (const one of leave.splice(0)) one();
  access.clear();
  vi.unstubAllGlobals();
});

test('while nothing is new the list is not fetched again [NEWS-01]', async () => {
  await checkRequests();
  await checkRequests();
  expect([server.times(summary), server.times(list)]).toEqual([2, 1]);
});

test.each([
  ['one more', () => [request('r2'), request('r1')], ['r2', 'r1']],
  ['a different request', () => [request('r3')], ['r3']],
  ['none any more, answered on another device', () => [], []],
])('%s is shown, here and in the other tabs [NEWS-01]', async (_, now, ids) => {
  const other = new BroadcastChannel('polylogue.people');
  const received = new Promise((resolve) => {
    other.onmessage = ({ data }) => resolve(data);
  });
  waiting = now();
  summarized();
  await checkRequests();
  expect(shown()).toEqual(ids);
  expect(server.times(list)).toBe(2);
  expect(await received).toEqual({ type: 'requests-changed' });
  other.close();
});

test('a request that the list leaves out is not fetched again and again', async () => {
  summarized(2);
  await checkRequests();
  await checkRequests();
  await checkRequests();
  expect(server.times(list)).toBe(2);
  waiting = [request('r4'), request('r1')];
  summarized(3);
  await checkRequests();
  expect(shown()).toEqual(['r4', 'r1']);
});

test('a list that failed to load is fetched again', async () => {
  server.on(list, () => new Response('', { status: 503 }));
  await queryClient.resetQueries({ queryKey: incomingRequests.queryKey });
  expect(shown()).toBeUndefined();
  server.on(list, () => Response.json(waiting));
  await checkRequests();
  expect(shown()).toEqual(['r1']);
});

test('nothing is requested once the sign-in has ended', async () => {
  access.clear();
  await checkRequests();
  expect(server.times(summary)).toBe(0);
});

test('everything else about people on the page is refreshed with it', async () => {
  server.on('GET /api/v1/user/friends', () => Response.json([]));
  leave.push(new QueryObserver(queryClient, friends).subscribe(() => {}));
  await vi.waitFor(() => expect(queryClient.getQueryData(friends.queryKey)).toEqual([]));
  waiting = [];
  summarized();
  await checkRequests();
  expect(server.times('GET /api/v1/user/friends')).toBe(2);
});
