import '../person/testing/browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { reasonOf } from '../person/index.ts';
import { peopleServer } from '../person/testing/people-server.ts';
import { answerInvitation, inviteFriend, leaveSpace } from './actions.ts';
import { markNotificationsRead } from './mark-read.ts';
import { deleteOwnPosts } from './own-posts.ts';
import { receivedInvitations } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['Failed to leave the space', 'POST /api/v1/spaces/s1/leave', leaveSpace],
  ['Failed to mark your notifications as read', 'PUT /api/v1/notifications', markNotificationsRead],
  ['Failed to delete your messages', 'DELETE /api/v1/spaces/s1/own-posts', deleteOwnPosts],
])('%s: also when nothing answers at all', async (sentence, what, act) => {
  const silence = (_: URL, { signal }: RequestInit) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  peopleServer().on(what, silence);
  const failed = act('s1').then(
    () => null,
    (error: Error) => [error.message, reasonOf(error)],
  );
  await vi.advanceTimersByTimeAsync(60_000);
  const outcome = await Promise.race([failed, Promise.resolve('It still waits.')]);
  expect(outcome).toEqual([sentence, 'The server cannot be reached. Check your connection and try again.']);
});

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

test('an invitation is sent again with another id: with the same one our server would keep the first role', async () => {
  const server = peopleServer();
  server.on('POST /api/v1/spaces/s1/invitations', lost);
  for (const role of ['member', 'listener'] as const) {
    await expect(inviteFriend('s1', { to_user: 'eve', role })).rejects.toThrow('Failed to invite');
  }
  const [one, other] = server.asked.map(({ body }) => (body as { invitation_id: string }).invitation_id);
  expect(one).not.toBe(other);
});

test('an invitation that is gone does not stay in the list', async () => {
  const server = peopleServer();
  queryClient.setQueryData(receivedInvitations.queryKey, []);
  const isOld = () => queryClient.getQueryState(receivedInvitations.queryKey)?.isInvalidated;
  server.refuses(503);
  await expect(answerInvitation('i1', 'accept')).rejects.toThrow();
  expect(isOld()).toBe(false);
  server.refuses(404, 'not-found');
  await expect(answerInvitation('i1', 'accept')).rejects.toThrow('Failed to accept the invitation');
  expect(isOld()).toBe(true);
});
