import '../person/testing/browser.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { access } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { storage } from '../../lib/state/storage.ts';
import { toasts } from '../../ui/toast/toast.ts';
import { peopleServer, refusal } from '../person/testing/people-server.ts';
import { openOutbox, outboxEntry } from '../post/outbox.ts';
import { ownSpaces } from './queries.ts';
import { sendUnsentPosts } from './send-unsent-posts.ts';

afterEach(() => {
  for (const name of storage.names()) storage.remove(name);
  queryClient.clear();
  access.clear();
  vi.unstubAllGlobals();
});

function signIn() {
  const claims = btoa(JSON.stringify({ sub: 'ada', exp: Date.now() / 1000 + 600 }));
  access.save({ access_token: `a.${claims}.c`, refresh_token: 'refresh' });
}

const waiting = (...ids: string[]) =>
  JSON.stringify(ids.map((message_id) => ({ message_id, body: 'Hi', at: 1, files: [], failed: null })));

test('a message that is deleted while the one before it is sent is not sent', async () => {
  signIn();
  const entry = outboxEntry('ada', 's1');
  storage.write(entry, waiting('m1', 'm2', 'm3'));
  const server = peopleServer();
  server.on('POST /api/v1/spaces/s1/messages', () => {
    if (server.asked.length === 1) openOutbox(storage, entry).remove('m2');
    return Response.json({ message: {}, head: 1 });
  });
  await sendUnsentPosts('ada', ['s1'], () => {});
  expect(server.asked.map(({ body }) => body)).toMatchObject([{ message_id: 'm1' }, { message_id: 'm3' }]);
});

test.each([
  ['A message in Book club was not sent', [{ space: { space_id: 's1', name: 'Book club' } }]],
  ['A message in a space was not sent', []],
])('a refused post leads to its space: %s', async (title, own) => {
  signIn();
  queryClient.setQueryData<unknown>(ownSpaces.queryKey, own);
  storage.write(outboxEntry('ada', 's1'), waiting('m1'));
  peopleServer().on('POST /api/v1/spaces/s1/messages', () => refusal(403, 'not-allowed'));
  const go = vi.fn();
  await sendUnsentPosts('ada', ['s1'], go);
  expect(toasts.read()).toMatchObject({ title, action: { label: 'Open space' } });
  toasts.read()?.action?.act();
  expect(go.mock.calls).toEqual([['/spaces/s1']]);
});
