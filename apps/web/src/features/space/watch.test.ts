import '../person/testing/browser.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { access } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { notifyTabs } from '../person/index.ts';
import { peopleServer } from '../person/testing/people-server.ts';
import { joinSpace } from './actions.ts';
import { markNotificationsRead, markRead } from './mark-read.ts';
import { ownSpaces, showUnread, spaceNotifications } from './queries.ts';
import { checkSpaces } from './watch.ts';

const list = 'GET /api/v1/spaces';
const me = 'PUT /api/v1/spaces/s1/me';
let server: ReturnType<typeof peopleServer>;
let unread: number;
let tab: BroadcastChannel;
let heard: string[];
let leave: () => void;

/** What another tab has been told since it was asked last. */
async function told(): Promise<string[]> {
  notifyTabs({ type: 'blocks-changed' });
  await vi.waitFor(() => expect(heard).toContain('blocks-changed'));
  return heard.splice(0).filter((type) => type !== 'blocks-changed');
}

beforeEach(async () => {
  queryClient.clear();
  server = peopleServer();
  unread = 0;
  server.on(list, () => Response.json({ spaces: [{ space: { space_id: 's1' }, unread }] }));
  const claims = btoa(JSON.stringify({ sub: 'ada', exp: Date.now() / 1000 + 600 }));
  access.save({ access_token: `a.${claims}.c`, refresh_token: 'refresh' });
  heard = [];
  tab = new BroadcastChannel('polylogue.people');
  tab.onmessage = ({ data }) => void heard.push(data.type);
  leave = new QueryObserver(queryClient, ownSpaces).subscribe(() => {});
  await vi.waitFor(() => expect(server.times(list)).toBe(1));
});
afterEach(() => {
  leave();
  tab.close();
  access.clear();
  vi.unstubAllGlobals();
});

test('the other tabs are told what a poll found, and nothing when it found nothing new [NEWS-02]', async () => {
  await checkSpaces();
  await told();
  await checkSpaces();
  expect(await told()).toEqual([]);
  unread = 1;
  await checkSpaces();
  expect(await told()).toEqual(['spaces-changed']);
  unread = 2;
  // This page has looked since, which told no one.
  await queryClient.refetchQueries(ownSpaces);
  await checkSpaces();
  expect(await told()).toEqual(['spaces-changed']);
});

test('people who come and go are not told to the other tabs', async () => {
  let people_here = 0;
  server.on(list, () => Response.json({ spaces: [{ space: { space_id: 's1' }, unread, people_here }] }));
  await checkSpaces();
  await told();
  people_here = 1;
  await checkSpaces();
  expect(queryClient.getQueryData(ownSpaces.queryKey)?.[0]?.people_here).toBe(1);
  expect(await told()).toEqual([]);
});

test('what another tab tells is fetched, and not told back', async () => {
  unread = 3;
  tab.postMessage({ type: 'spaces-changed' });
  await vi.waitFor(() => expect(queryClient.getQueryData(ownSpaces.queryKey)?.[0]?.unread).toBe(3));
  expect(server.times(list)).toBe(2);
  expect(await told()).toEqual([]);
});

test('what is done about spaces in one tab is told to the others', async () => {
  server.on('POST /api/v1/spaces/s1/join', () => Response.json({}));
  server.on('PUT /api/v1/notifications', () => Response.json({}));
  await joinSpace('s1');
  expect(await told()).toEqual(['spaces-changed']);
  await markNotificationsRead();
  expect(await told()).toEqual(['spaces-changed']);
});

test('reading on in a room that counts nothing as unread tells no one', async () => {
  server.on(me, () => Response.json({ read_number: 1, unread: 0 }));
  await markRead('s1', 1);
  expect(await told()).toEqual([]);
  queryClient.setQueryData(ownSpaces.queryKey, (spaces) => spaces?.map((own) => ({ ...own, unread: 1 })));
  await markRead('s1', 2);
  expect(await told()).toEqual(['spaces-changed']);
});

test('a mention that was read on another device is news here no longer', async () => {
  unread = 2;
  await checkSpaces();
  let is_read = false;
  const notifications = 'GET /api/v1/notifications';
  server.on(notifications, () =>
    Response.json({ notifications: [{ kind: 'mention', space_id: 's1', is_read }], unread: is_read ? 0 : 1 }),
  );
  const stop = new QueryObserver(queryClient, spaceNotifications).subscribe(() => {});
  const shown = () => queryClient.getQueryData(spaceNotifications.queryKey)?.unread;
  await vi.waitFor(() => expect(shown()).toBe(1));
  showUnread({ s1: 3 });
  expect(server.times(notifications)).toBe(1);
  is_read = true;
  unread = 0;
  showUnread({ s1: 0 });
  await vi.waitFor(() => expect(shown()).toBe(0));
  showUnread({ s1: 1 });
  showUnread({ s1: 0 });
  expect(server.times(notifications)).toBe(2);
  stop();
});
