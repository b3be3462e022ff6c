import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { easyChallenge } from '../../testing/no-limits.ts';
import { type Altcha, altcha } from './altcha.ts';

const minute = 60_000;

async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return tokenOf({ challenge, solution });
}

const tokenOf = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
const payloadOf = (token: string) => JSON.parse(Buffer.from(token, 'base64').toString());

/** A solved sign-in challenge, shared by the whole file because it costs half a second. */
const server: Altcha = altcha('our secret');
const token = server.create('signin').then(solved);

test('a solved challenge is valid whenever it is checked: remembering it is up to the caller', async () => {
  const proof = await server.check('signin', await token);
  expect(proof).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: expect.any(Number) });
  expect(await server.check('signin', await token)).toEqual(proof);
});

test('it is valid for one kind of form [CHECK-21]', async () => {
  expect(await server.check('signup', await token)).toBeUndefined();
});

test('it is valid for five minutes', async () => {
  let time = Date.now();
  const clocked = altcha('our secret', () => time, easyChallenge);
  const late = await solved(await clocked.create('signin'));
  time += 4.9 * minute;
  expect(await clocked.check('signin', late)).toBeDefined();
  time += 0.1 * minute;
  expect(await clocked.check('signin', late)).toBeUndefined();
});

test('it is valid only where it was created', async () => {
  expect(await altcha('another secret').check('signin', await token)).toBeUndefined();
});

test('two nodes with the same secret accept each other’s', async () => {
  expect(await altcha('our secret').check('signin', await token)).toBeDefined();
});

test('it takes some hundred guesses, and nothing in it reveals which is right', async () => {
  const challenges = await Promise.all(Array.from({ length: 20 }, () => server.create('signup')));
  const { counter } = payloadOf(await token).solution;
  expect(counter).toBeGreaterThanOrEqual(300);
  expect(counter).toBeLessThanOrEqual(700);
  for (const { parameters } of challenges) {
    expect(parameters).toMatchObject({ cost: 5_000, data: { action: 'signup' } });
    expect(Object.keys(parameters)).not.toContain('counter');
  }
  expect(new Set(challenges.map(({ parameters }) => parameters.nonce)).size).toBe(20);
});

test.each<[string, (payload: ReturnType<typeof payloadOf>) => void]>([
  ['a later end', (payload) => (payload.challenge.parameters.expiresAt += 60)],
  ['less work', (payload) => (payload.challenge.parameters.cost = 1)],
  ['another form', (payload) => (payload.challenge.parameters.data.action = 'signup')],
  ['another nonce', (payload) => (payload.challenge.parameters.nonce = '00'.repeat(16))],
  ['a shorter prefix', (payload) => (payload.challenge.parameters.keyPrefix = '00')],
  ['no signature of the solution', (payload) => delete payload.challenge.parameters.keySignature],
  ['no signature', (payload) => delete payload.challenge.signature],
  ['an empty signature', (payload) => (payload.challenge.signature = '')],
  [
    'a signature in capitals',
    (payload) => (payload.challenge.signature = payload.challenge.signature.toUpperCase()),
  ],
  ['another solution', (payload) => (payload.solution.derivedKey = 'ab'.repeat(32))],
  [
    'the prefix as the solution',
    (payload) => (payload.solution.derivedKey = payload.challenge.parameters.keyPrefix),
  ],
  ['no end', (payload) => delete payload.challenge.parameters.expiresAt],
])('one with %s is refused', async (_, change) => {
  const payload = payloadOf(await token);
  change(payload);
  expect(await server.check('signup', tokenOf(payload))).toBeUndefined();
  expect(await server.check('signin', tokenOf(payload))).toBeUndefined();
});

test('anything else is refused, and nothing is thrown', { timeout: 60_000 }, async () => {
  const deep = `${'['.repeat(1_500)}${']'.repeat(1_500)}`;
  const hostile = [
    '',
    'null',
    '[]',
    '{}',
    '""',
    '{"challenge":null}',
    '{"__proto__":{}}',
    deep,
    'x'.repeat(100_000),
  ];
  for (const text of hostile) {
    expect(await server.check('signin', text)).toBeUndefined();
    expect(await server.check('signin', Buffer.from(text).toString('base64'))).toBeUndefined();
  }
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (text) => {
      expect(await server.check('signin', Buffer.from(text).toString('base64'))).toBeUndefined();
    }),
  );
});

test('a change to any part of it is refused', { timeout: 60_000 }, async () => {
  const whole = payloadOf(await token);
  const leaves = [
    ...Object.keys(whole.challenge.parameters).map((name) => ['challenge', 'parameters', name]),
    ['challenge', 'signature'],
    ['solution', 'derivedKey'],
  ];
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.constant([]), fc.constant({}));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...leaves), value, async (path, value) => {
      const payload = structuredClone(whole);
      let place = payload;
      for (const name of path.slice(0, -1)) place = place[name];
      const last = path.at(-1) ?? '';
      if (place[last] === value) return;
      place[last] = value;
      expect(await server.check('signin', tokenOf(payload))).toBeUndefined();
    }),
  );
});
