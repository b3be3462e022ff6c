import '../person/testing/browser.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { peopleServer, refusal } from '../person/testing/people-server.ts';
import { deleteOwnPosts, ownPosts } from './own-posts.ts';
import { spacesKey } from './queries.ts';

const path = 'DELETE /api/v1/spaces/s1/own-posts';
let server: ReturnType<typeof peopleServer>;

beforeEach(() => {
  queryClient.clear();
  server = peopleServer();
});
afterEach(() => void vi.unstubAllGlobals());

test('posts are deleted in as many calls as it takes', async () => {
  const answers = [
    { deleted: 1_000, more: true },
    { deleted: 50, more: false },
  ];
  server.on(path, () => Response.json(answers.shift()));
  expect(await deleteOwnPosts('s1')).toBe(1_050);
  expect(server.times(path)).toBe(2);
});

test('when a later call fails it says so, and what is shown is loaded again', async () => {
  queryClient.setQueryData(ownPosts.queryKey, { spaces: [], used: 0, quota: 1 });
  let calls = 0;
  server.on(path, () => {
    calls += 1;
    return calls === 1 ? Response.json({ deleted: 1_000, more: true }) : refusal(429, 'too-many');
  });
  await expect(deleteOwnPosts('s1')).rejects.toThrow('Failed to delete your messages');
  expect(queryClient.getQueryState(ownPosts.queryKey)?.isInvalidated).toBe(true);
});

test('posts are not counted again whenever the lists of spaces are loaded', async () => {
  server.on('GET /api/v1/spaces/own-posts', () => Response.json({ spaces: [], used: 0, quota: 1 }));
  const stop = new QueryObserver(queryClient, ownPosts).subscribe(() => {});
  await vi.waitFor(() => expect(queryClient.getQueryState(ownPosts.queryKey)?.status).toBe('success'));
  await queryClient.refetchQueries({ queryKey: [spacesKey] });
  expect(server.times('GET /api/v1/spaces/own-posts')).toBe(1);
  stop();
});
