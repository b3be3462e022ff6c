import type { ChallengeAction } from '@polylogue/contract';
import { expect, test } from 'vitest';
import { freshPlace } from '../../testing/databases.ts';
import { easyChallenge } from '../../testing/no-limits.ts';
import { codeIn, password, startWithPeople } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';
import { solved } from '../../testing/solve.ts';

const ask = (url: string, action: string) => fetch(`${url}/api/challenge?action=${action}`);

test('a form gets a challenge of its own, which is never cached', async () => {
  const { url } = await startServer();
  const answer = await ask(url, 'signup');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toEqual({
    parameters: expect.objectContaining({
      algorithm: 'PBKDF2/SHA-256',
      cost: 5_000,
      data: { action: 'signup' },
    }),
    signature: expect.any(String),
  });
});

test('there are no challenges for anything else', async () => {
  const { url } = await startServer();
  for (const action of ['', 'delete', 'constructor', 'signup&action=signin']) {
    expect((await ask(url, action)).status).toBe(400);
  }
});

test('with Turnstile there is no other challenge to solve', async () => {
  const env = {
    TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    TURNSTILE_SECRET: '1x0000000000000000000000000000000AA',
  };
  const { url } = await startServer({ env });
  expect((await ask(url, 'signup')).status).toBe(404);
});

test('a challenge survives a restart, since its key is in the database', async () => {
  const { env } = await freshPlace('sqlite');
  const first = await startServer({ env, challengeWork: easyChallenge });
  const token = await solved(first.url, 'forgot-password');
  await first.app.close();
  const again = await startServer({ env });
  const forgotten = await fetch(`${again.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-challenge-token': token },
    body: JSON.stringify({ email: 'nobody@example.com' }),
  });
  expect([forgotten.status, await forgotten.json()]).toEqual([
    404,
    expect.objectContaining({ error: 'unknown-email' }),
  ]);
});

test('signing up, signing in, requesting a link and using it need a solved challenge in a header; verifying may include one [API-02 API-05 API-10 API-12 API-16]', async () => {
  const { url, call, mail } = await startWithPeople('sqlite', {
    env: { CHALLENGE: 'altcha' },
    challengeWork: easyChallenge,
  });
  const email = 'ada@example.com';
  const challenged = async (action: ChallengeAction, body: object) => {
    const path = `/api/auth/${action}`;
    const refused = await call('POST', path, { body });
    expect(refused).toMatchObject({ status: 403, body: { error: 'challenge-failed' } });
    const headers = { 'x-challenge-token': await solved(url, action) };
    expect(await call('POST', path, { body, headers })).toMatchObject({ status: 200 });
  };
  await challenged('signup', { email, username: 'ada', password });
  await challenged('signin', { email, password });
  await challenged('forgot-password', { email });
  const token = codeIn(await mail(email, 'Set a new password'));
  await challenged('reset-password', { token, password: 'Another-2' });

  await call('POST', '/api/auth/signup', {
    body: { email: 'ben@example.com', username: 'ben', password },
    headers: { 'x-challenge-token': await solved(url, 'signup') },
  });
  const code = codeIn(await mail('ben@example.com', 'Verify your email address'));
  const headers = { 'x-challenge-token': 'whatever' };
  expect(await call('GET', `/api/auth/verify?code=${code}`, { headers })).toMatchObject({
    status: 200,
    body: { email: 'ben@example.com' },
  });
});

test('with Turnstile the four forms are documents that allow it, and no other page does', async () => {
  const env = {
    TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
    TURNSTILE_SECRET: '1x0000000000000000000000000000000AA',
  };
  const { url } = await startServer({ env });
  const policyAt = async (path: string) =>
    (await fetch(url + path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/signin', '/signup?debug=true', '/forgot-password', '/reset-password?code=x']) {
    expect(await policyAt(path)).toContain("script-src 'self' https://challenges.cloudflare.com;");
  }
  for (const path of [
    '/',
    '/chat',
    '/dashboard',
    '/signin/more',
    '/verify-email',
    '/api/auth/options',
    '/nowhere',
  ]) {
    expect(await policyAt(path)).not.toContain('cloudflare');
    expect(await policyAt(path)).toContain('trusted-types app');
  }
});

test('without Turnstile no page allows Cloudflare', async () => {
  const { url } = await startServer();
  const { headers } = await fetch(`${url}/signin`);
  expect(headers.get('content-security-policy')).not.toContain('cloudflare');
});
