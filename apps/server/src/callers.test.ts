import { api, type Route } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { type RateLimit, type RateLimits, rateLimits } from './platform/limits/limits.ts';
import { cheapPasswords, easyChallenge, unlimited } from './testing/no-limits.ts';
import { password, startWithPeople } from './testing/people.ts';
import { openSocket } from './testing/sockets.ts';
import { solved } from './testing/solve.ts';

// Who a caller is, from the socket to the counters; the parts have their own tests.

const few: RateLimit = { calls: 3, seconds: 60 };

/** A server where one kind of call has one limit. */
const limited = (kind: keyof RateLimits, whose: keyof RateLimits[keyof RateLimits]) =>
  startWithPeople('sqlite', {
    passwords: cheapPasswords,
    rateLimits: { ...unlimited, [kind]: { ...unlimited[kind], [whose]: few } },
  });

test('all addresses in one /64 count as one household for every limit [CHECK-13]', async () => {
  const { signIn } = await limited('signin', 'address');
  const from = (address: string) => signIn('nobody', password, { from: address });
  for (const address of ['2001:db8:a:b::1', '2001:db8:a:b:2:3:4:5', '2001:DB8:A:B:ffff::']) {
    expect((await from(address)).status).toBe(401);
  }
  expect((await from('2001:db8:a:b:6:7:8:9')).status).toBe(429);
  expect((await from('2001:db8:a:c::1')).status).toBe(401);
});

test('a household cannot guess passwords more often than a single address', async () => {
  const { signUp, signIn } = await startWithPeople('sqlite', {
    passwords: cheapPasswords,
    rateLimits: unlimited,
  });
  await signUp('ada');
  const statuses: number[] = [];
  for (let host = 1; host <= 6; host += 1) {
    statuses.push((await signIn('ada', 'Wrong-1', { from: `2001:db8:a:b::${host}` })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await signIn('ada', password, { from: '2001:db8:a:c::1' })).status).toBe(200);
});

test('an account has one limit wherever it calls from, and everyone together has one', async () => {
  const one = await limited('account', 'account');
  const { access_token: token } = await one.signUp('ada');
  const { access_token: other } = await one.signUp('ben');
  const change = (token: string, from: string) =>
    one.call('PUT', '/api/v1/user/me', { token, body: { bio: 'x' }, from });
  for (const host of [1, 2, 3]) expect((await change(token, `198.51.100.${host}`)).status).toBe(200);
  expect((await change(token, '198.51.100.4')).status).toBe(429);
  expect((await change(other, '198.51.100.4')).status).toBe(200);

  const all = await limited('signin', 'everyone');
  const from = (host: number) => all.signIn('nobody', password, { from: `198.51.100.${host}` });
  for (const host of [1, 2, 3]) expect((await from(host)).status).toBe(401);
  expect((await from(4)).status).toBe(429);
});

test('calls without a sign-in or a solved challenge use up nothing of what everyone has together', async () => {
  const posts = await limited('account', 'everyone');
  const { access_token: token } = await posts.signUp('ada');
  const change = (more: object) => posts.call('PUT', '/api/v1/user/me', { body: { bio: 'x' }, ...more });
  for (const _ of Array(5)) expect((await change({})).status).toBe(401);
  expect((await change({ token })).status).toBe(200);

  const { url, call } = await startWithPeople('sqlite', {
    passwords: cheapPasswords,
    rateLimits: { ...unlimited, signin: { ...unlimited.signin, everyone: few } },
    env: { CHALLENGE: 'altcha' },
    challengeWork: easyChallenge,
  });
  const body = { username: 'nobody', password };
  for (const _ of Array(5)) expect((await call('POST', '/api/auth/signin', { body })).status).toBe(403);
  const headers = { 'x-challenge-token': await solved(url, 'signin') };
  expect((await call('POST', '/api/auth/signin', { body, headers })).status).toBe(401);
});

const withoutChallenge = Object.values(api)
  .flatMap((table) => Object.values<Route>(table))
  .filter(({ limit, challenge }) => limit && !challenge);

test('no route without a challenge counts a call without a sign-in for everyone, and no socket counts before its ticket', async () => {
  const server = await startWithPeople('sqlite', {
    passwords: cheapPasswords,
    rateLimits: Object.fromEntries(
      Object.entries(unlimited).map(([kind, limit]) => [kind, { ...limit, everyone: few }]),
    ) as RateLimits,
  });
  const held: string[] = [];
  for (const { method, path } of withoutChallenge) {
    for (let host = 1; host <= 5; host += 1) {
      const from = `198.51.100.${host}`;
      const { status } = await server.call(method, path, { from, ...(method !== 'GET' && { body: {} }) });
      if (status === 429) held.push(`${method} ${path}`);
    }
  }
  expect(held).toEqual([]);
  for (let host = 1; host <= 5; host += 1) await openSocket(server, { from: `198.51.100.${host}` });
});

test('a server starts with the limits in the table', async () => {
  const { signIn } = await startWithPeople('sqlite', { passwords: cheapPasswords });
  for (let call = 0; call < rateLimits.signin.address.calls; call += 1) {
    expect((await signIn(`nobody${call}`)).status).toBe(401);
  }
  expect((await signIn('nobody')).status).toBe(429);
});

const proxy = '10.0.0.7';
test.each([
  ['0', proxy, '203.0.113.9', proxy],
  ['1', proxy, '203.0.113.9', '203.0.113.9'],
  ['1', proxy, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['1', proxy, '', proxy],
  ['1', '192.0.2.50', '203.0.113.9', '192.0.2.50'],
  ['2', proxy, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
  ['2', proxy, '192.0.2.1, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
])(
  'behind %s proxies, a call from %s that claims to come from %j comes from %s [CHECK-17]',
  async (proxies, remoteAddress, claimed, address) => {
    const { app } = await startWithPeople('sqlite', {
      passwords: cheapPasswords,
      env: { TRUST_PROXY: proxies },
    });
    const body = { email: 'ada@example.com', username: 'ada', password };
    const others = { 'x-real-ip': '192.0.2.99', forwarded: 'for=192.0.2.99', 'client-ip': '192.0.2.99' };
    const made = await app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: body,
      headers: { ...others, ...(claimed && { 'x-forwarded-for': claimed }) },
      remoteAddress,
    });
    const listed = await app.inject({
      url: '/api/auth/sign-ins',
      headers: { authorization: `Bearer ${made.json().access_token}` },
    });
    expect(listed.json().sign_ins).toMatchObject([{ address }]);
  },
);
