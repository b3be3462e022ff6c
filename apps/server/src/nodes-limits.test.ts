import { test as anyTest, expect } from 'vitest';
import { inSpaces } from './domains/spaces/testing.ts';
import { rateLimits } from './platform/limits/limits.ts';
import { databases } from './testing/databases.ts';
import { password, startWithPeople } from './testing/people.ts';
import { upload } from './testing/upload.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));

/** Two nodes on one database. */
async function start(options: Parameters<typeof startWithPeople>[1] = {}) {
  const one = await startWithPeople('postgres', options);
  const other = await startWithPeople('postgres', { ...options, place: one.place, at: one.now() });
  return { one, other, turns: [one, other] };
}

test('failed sign-ins on two nodes count together [CHECK-13]', async () => {
  const { one, turns } = await start();
  await one.signUp('ada');
  const guesses = [];
  for (let guess = 0; guess < 6; guess++) {
    const { call } = turns[guess % 2] ?? one;
    guesses.push(await call('POST', '/api/auth/signin', { body: { username: 'ada', password: 'Wrong-1' } }));
  }
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
  // The right password has to wait as well, on either node.
  const { status } = await one.call('POST', '/api/auth/signin', { body: { username: 'ada', password } });
  expect(status).toBe(429);
});

test('changing nodes allows no more sign-ins from one address', async () => {
  const { one, turns } = await start();
  const statuses = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      (turns[at % 2] ?? one).call('POST', '/api/auth/signin', {
        body: { username: `nobody${at}`, password: 'Wrong-1' },
      }),
    ),
  );
  expect(statuses.filter(({ status }) => status === 401)).toHaveLength(30);
});

test('changing nodes allows no more searches', async () => {
  const { one, turns } = await start();
  const { access_token: token } = await one.signUp('ada');
  const statuses: number[] = [];
  for (let text = 0; text < 34; text++) {
    const { call } = turns[text % 2] ?? one;
    const path = `/api/v1/user/search?username=name${text}`;
    statuses.push((await call('GET', path, { token })).status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  // The same search again is not another one.
  const again = await one.call('GET', '/api/v1/user/search?username=name3', { token });
  expect(again.status).toBe(200);
});

test('changing nodes allows no more posts in spaces', async () => {
  // A busy machine may need more than ten seconds for thirty posts.
  const post = { ...rateLimits.post, account: { calls: 20, seconds: 600 } };
  const { one, turns } = await start({ rateLimits: { ...rateLimits, post } });
  const { access_token: token } = await one.signUp('ada');
  const id = await inSpaces(one, { token }).make();
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const on = turns[at % 2] ?? one;
      return (await inSpaces(on, { token }).post(id, `Post ${at}`)).status;
    }),
  );
  expect(statuses.sort()).toEqual([...Array(20).fill(200), ...Array(10).fill(429)]);
});

test('changing nodes allows no more uploads without an account [CHECK-13]', async () => {
  const visitorLimits = {
    fileBytes: 1000,
    filesADay: 3,
    bytesADay: 2000,
    allBytes: 1_000_000,
    hoursStored: 24,
  };
  const { one, turns } = await start({ visitorLimits });
  const uploads = [];
  for (let file = 0; file < 5; file++) {
    const sent = { name: 'a.txt', type: 'text/plain', bytes: 'Hello' };
    uploads.push(await upload((turns[file % 2] ?? one).url, sent, { 'x-forwarded-for': '192.0.2.7' }));
  }
  expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
});
