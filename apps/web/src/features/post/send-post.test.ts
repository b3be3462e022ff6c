import type { Refusal } from '@polylogue/contract';
import { FetchError } from '@polylogue/contract/client';
import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/testing/stored.ts';
import { openOutbox, type WaitingPost } from './outbox.ts';
import { type Posted, sendPost } from './send-post.ts';

const reply: WaitingPost = {
  message_id: 'm1',
  at: 1,
  body: 'I do',
  reply_to: 'q1',
  files: [],
  is_off_record: false,
  turn_id: null,
  wants: null,
  failed: null,
};

/** An outbox with one reply in it, and a server that answers each attempt with the next of these. */
function start(...answers: (Error | null)[]) {
  const outbox = openOutbox({ ...fakeStorage(), listen: () => () => {} }, 'posts');
  outbox.add(reply);
  const tried: (string | null)[] = [];
  let told = 0;
  const send = () =>
    sendPost(reply, {
      outbox,
      async request({ message_id, reply_to }) {
        tried.push(reply_to);
        const answer = answers.shift();
        if (answer) throw answer;
        return { message: { message_id, reply_to } } as Posted;
      },
      reasonOf: (error) => (error as FetchError).refused?.message ?? '',
      onSentWithoutReply: () => {
        told += 1;
      },
    });
  return { outbox, tried, send, told: () => told };
}

const refusal = (status: number, message: string, error: Refusal = 'not-allowed') =>
  new FetchError(status, message, { message, error });
const gone = refusal(404, 'This message was deleted.', 'not-found');

test('a reply to a message that is gone is sent without the reply, and its author is told', async () => {
  const { outbox, tried, send, told } = start(gone, null);
  expect(await send()).toMatchObject({ posted: { message: { message_id: 'm1', reply_to: null } } });
  expect(tried).toEqual(['q1', null]);
  expect(outbox.read()).toEqual([]);
  expect(told()).toBe(1);
});

test('a reply that is refused for another reason stays a reply', async () => {
  const { outbox, tried, send, told } = start(refusal(403, 'You are muted.'));
  await send();
  expect(tried).toEqual(['q1']);
  expect(outbox.read()).toMatchObject([{ reply_to: 'q1', failed: 'You are muted.' }]);
  expect(told()).toBe(0);
});

test('where the space or a file is gone as well, the reply stays with the reason', async () => {
  const { outbox, send, told } = start(gone, refusal(404, 'No such space.', 'not-found'));
  expect(await send()).toMatchObject({ refusal: 'No such space.' });
  expect(outbox.read()).toMatchObject([{ reply_to: 'q1', failed: 'No such space.' }]);
  expect(told()).toBe(0);
});

test('a reply without its message is sent again when the connection is lost', async () => {
  const { outbox, send } = start(gone, new TypeError('Failed to fetch'));
  await expect(send()).rejects.toThrow('Failed to fetch');
  expect(outbox.read()).toEqual([reply]);
});

test('a proxy that answers 404 while the server restarts costs no reply its quote', async () => {
  const { outbox, tried, send, told } = start(new FetchError(404, '404 page not found'));
  await expect(send()).rejects.toThrow('404');
  expect(tried).toEqual(['q1']);
  expect(outbox.read()).toEqual([reply]);
  expect(told()).toBe(0);
});
