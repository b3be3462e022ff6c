import { defineRoutes, type Me } from '@polylogue/contract';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openHttp } from '../../testing/http-deps.ts';
import { memoryCounts } from '../limits/counts.ts';
import { limits, rateLimits } from '../limits/limits.ts';
import { answerFault } from './faults.ts';
import { refuse } from './refuse.ts';
import { denyByDefault, type RequestChecks, serve } from './serve.ts';

const table = defineRoutes({
  open: {
    method: 'GET',
    path: '/api/open',
    summary: '',
    access: 'anyone',
    reply: z.object({}),
    refusals: [],
  },
  mine: {
    method: 'GET',
    path: '/api/mine',
    summary: '',
    access: 'signed-in',
    reply: z.object({}),
    refusals: [],
  },
  spend: {
    method: 'GET',
    path: '/api/spend',
    summary: '',
    access: 'anyone',
    limit: 'mail',
    query: z.object({ code: z.string() }),
    reply: z.object({}),
    refusals: [],
  },
  write: {
    method: 'POST',
    path: '/api/write',
    summary: '',
    access: 'signed-in',
    limit: 'password',
    challenge: 'signin',
    headers: z.object({ 'x-more': z.string().optional() }),
    body: z.strictObject({ word: z.string() }),
    reply: z.object({ word: z.string() }),
    replyHeaders: ['x-word'],
    refusals: [],
  },
});

const ada = { userId: 'ada', signInId: 'laptop' };

function served(gate: Partial<RequestChecks> = {}) {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFault);
  app.removeContentTypeParser('text/plain');
  denyByDefault(app);
  const handled = vi.fn((..._: unknown[]) => ({}));
  const http = openHttp(app, {
    authenticate: async (token) => (token === 'ada.s.token' ? { ...ada, me: () => ({}) as Me } : undefined),
    ...gate,
  });
  serve(http, table, {
    open: async (_, { userId }) => handled(userId),
    mine: async (_, { userId, signInId }) => handled(userId, signInId),
    spend: async ({ query }) => handled(query.code),
    write: async ({ body, headers }, { address, ip, userAgent }) => {
      handled(body, headers, address, ip, userAgent);
      return { body: { word: body.word }, headers: { 'x-word': body.word } };
    },
  });
  return { app, handled };
}

const authorization = 'Bearer ada.s.token';
const write = { method: 'POST', url: '/api/write', payload: { word: 'yes' } } as const;

test('an endpoint that needs a sign-in receives who is signed in', async () => {
  const { app, handled } = served();
  expect((await app.inject({ url: '/api/mine', headers: { authorization } })).statusCode).toBe(200);
  expect(handled).toHaveBeenCalledWith('ada', 'laptop');
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer other',
  'Basic YWRhOnNlY3JldA==',
  'ada.s.token',
  'Bearer ada.s.token extra',
])('without a valid sign-in (%s) it is refused before anything is read [CHECK-43]', async (given) => {
  const { app, handled } = served();
  const answer = await app.inject({
    ...write,
    payload: '{',
    headers: { 'content-type': 'application/json', ...(given !== undefined && { authorization: given }) },
  });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(answer.json()).toMatchObject({
    error: 'signed-out',
    message: 'You are signed out. Sign in again.',
  });
  expect(handled).not.toHaveBeenCalled();
});

test('an endpoint open to anyone knows who is signed in, and ignores a token it cannot read', async () => {
  const { app, handled } = served();
  await app.inject({ url: '/api/open', headers: { authorization } });
  expect(
    (await app.inject({ url: '/api/open', headers: { authorization: 'Bearer other' } })).statusCode,
  ).toBe(200);
  expect(handled.mock.calls).toEqual([['ada'], [undefined]]);
});

test('a handler receives the input, and its answer may set headers', async () => {
  const { app, handled } = served();
  const answer = await app.inject({
    ...write,
    headers: { authorization, 'x-more': 'more', 'user-agent': 'Firefox' },
    remoteAddress: '2001:db8:1:2:3::4',
  });
  expect(handled).toHaveBeenCalledWith(
    { word: 'yes' },
    { 'x-more': 'more' },
    '2001:db8:1:2::',
    '2001:db8:1:2:3::4',
    'Firefox',
  );
  expect(answer.json()).toEqual({ word: 'yes' });
  expect(answer.headers['x-word']).toBe('yes');
});

test('the address’s limit is counted before the access token is checked', async () => {
  const authenticate = vi.fn(async () => undefined);
  const few = { ...rateLimits.password, address: { calls: 2, seconds: 60 } };
  const { app } = served({
    authenticate,
    limits: limits({ ...rateLimits, password: few }, memoryCounts(Date.now)),
  });
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.inject({ ...write, headers: { authorization } })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
  expect(authenticate).toHaveBeenCalledTimes(2);
  expect(answers[2]?.headers['retry-after']).toMatch(/^\d+$/);
  expect(answers[2]?.json()).toMatchObject({
    error: 'too-many',
    message: 'Too many attempts. Please try again later.',
  });
});

test('an account has one limit wherever it calls from', async () => {
  const few = { ...rateLimits.password, account: { calls: 2, seconds: 60 } };
  const { app } = served({ limits: limits({ ...rateLimits, password: few }, memoryCounts(Date.now)) });
  const statuses: number[] = [];
  for (const remoteAddress of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
    statuses.push((await app.inject({ ...write, headers: { authorization }, remoteAddress })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test.each([
  '//api/write',
  '/api/write/',
  '/API/write',
  '/api/%77rite',
  '/api//write',
  '/api/./write',
  '/api/write;x',
])('however its path is spelled, %s is the same handler or none [CHECK-16]', async (url) => {
  const few = { ...rateLimits.password, address: { calls: 1, seconds: 60 } };
  const { app } = served({ limits: limits({ ...rateLimits, password: few }, memoryCounts(Date.now)) });
  await app.inject({ ...write, headers: { authorization } });
  expect([404, 429]).toContain((await app.inject({ ...write, url, headers: { authorization } })).statusCode);
});

test('the challenge is checked for its own action, once the shape of the body is known to be right', async () => {
  const challengeGuard = vi.fn(async (_: string, token: string | undefined) => {
    if (token !== 'solved') refuse('challenge-failed', 'Please solve it.');
  });
  const { app, handled } = served({ challengeGuard });
  await app.inject({
    ...write,
    payload: { word: 7 },
    headers: { authorization, 'x-challenge-token': 'solved' },
  });
  expect(challengeGuard).not.toHaveBeenCalled();
  expect((await app.inject({ ...write, headers: { authorization } })).statusCode).toBe(403);
  expect(handled).not.toHaveBeenCalled();
  const solved = await app.inject({ ...write, headers: { authorization, 'x-challenge-token': 'solved' } });
  expect(solved.statusCode).toBe(200);
  expect(challengeGuard.mock.lastCall).toEqual(['signin', 'solved', '127.0.0.1']);
});

test('a HEAD request changes nothing', async () => {
  const { app, handled } = served();
  expect((await app.inject({ method: 'HEAD', url: '/api/open' })).statusCode).toBe(200);
  handled.mockClear();
  expect((await app.inject({ method: 'HEAD', url: '/api/spend?code=1' })).statusCode).toBe(404);
  expect(handled).not.toHaveBeenCalled();
});

const json = 'application/json';
test.each<[number, string, string, string]>([
  [415, 'text', 'text/plain', '{"word":"yes"}'],
  [415, 'a form', 'application/x-www-form-urlencoded', 'word=yes'],
  [415, 'a multipart form', 'multipart/form-data; boundary=x', '--x--'],
  [415, 'XML', 'application/xml', '<word/>'],
  [415, 'a type that only begins like JSON', 'application/jsonp', '{"word":"yes"}'],
  [415, 'a broken type', 'application/json evil', '{"word":"yes"}'],
  [400, 'nothing', json, ''],
  [400, 'half of it', json, '{"word":'],
  [400, 'null', json, 'null'],
  [400, 'an array', json, '[{"word":"yes"}]'],
  [400, 'a text', json, '"word"'],
  [400, 'a number', json, '7'],
  [400, 'something deep', json, `{"word":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  [400, 'something deep and broken', json, '['.repeat(60_000)],
  [413, 'something huge', json, JSON.stringify({ word: 'x'.repeat(70_000) })],
  [400, 'a prototype', json, '{"word":"yes","__proto__":{"userId":"ben"}}'],
  [400, 'a constructor', json, '{"word":"yes","constructor":{"prototype":{"userId":"ben"}}}'],
  [400, 'an extra field', json, '{"word":"yes","userId":"ben"}'],
  [400, 'an object instead of a text', json, '{"word":{"$ne":null}}'],
])('%i for %s [CHECK-41 CHECK-52]', async (status, _, type, payload) => {
  const { app, handled } = served();
  const answer = await app.inject({ ...write, payload, headers: { authorization, 'content-type': type } });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({
    message: expect.stringMatching(/\.$/),
    error: expect.any(String),
    request_id: expect.any(String),
  });
  expect(handled).not.toHaveBeenCalled();
});

test('if a field is given twice, the last value counts', async () => {
  const { app } = served();
  const payload = '{"word":"no","word":"yes"}';
  const answer = await app.inject({ ...write, payload, headers: { authorization, 'content-type': json } });
  expect(answer.json()).toEqual({ word: 'yes' });
});

test.each([
  ['who may call it', { access: undefined }],
  ['how often it may be called', { limit: undefined }],
])('the server does not start with an endpoint that does not say %s [CHECK-16 CHECK-43]', (_, less) => {
  const careless = { write: { ...table.write, ...less } } as unknown as typeof table;
  expect(() => serve(openHttp(fastify()), careless, { write: async () => ({}) } as never)).toThrow('"write"');
});

test('the server does not start with an endpoint that bypasses serve() [CHECK-43]', () => {
  const app = fastify();
  denyByDefault(app);
  expect(() => app.get('/api/secret', async () => 'x')).toThrow('GET /api/secret');
  expect(() => app.post('/elsewhere', async () => 'x')).toThrow('POST /elsewhere');
  expect(() => app.get('/page', async () => 'x')).not.toThrow();
});
