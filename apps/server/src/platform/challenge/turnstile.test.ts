import { startTurnstile, testKeys } from '@polylogue/imitation';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { turnstileVerifier } from './turnstile.ts';

afterEach(() => vi.restoreAllMocks());

const hostname = 'chat.example.com';

async function start(options: { secret?: string; timeout?: number } = {}) {
  const cloudflare = await startTurnstile();
  onTestFinished(() => cloudflare.close());
  const logged: string[] = [];
  const { check } = turnstileVerifier({
    secret: cloudflare.secret,
    hostname: () => hostname,
    siteverify: cloudflare.siteverify,
    log: (message) => logged.push(message),
    ...options,
  });
  return { cloudflare, logged, check };
}

test('a token from our site and this form is accepted, once', async () => {
  const { cloudflare, check } = await start();
  const token = cloudflare.issue({ hostname, action: 'signup' });
  expect(await check('signup', token)).toBe('passed');
  expect(await check('signup', token)).toBe('failed');
});

test('of twenty simultaneous attempts one is accepted', async () => {
  const { cloudflare, check } = await start();
  const token = cloudflare.issue({ hostname, action: 'signup' });
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => check('signup', token)));
  expect(verdicts.filter((verdict) => verdict === 'passed')).toHaveLength(1);
  expect(verdicts.filter((verdict) => verdict === 'failed')).toHaveLength(19);
});

test.each([
  ['another form', { hostname, action: 'signin' }],
  ['another site', { hostname: 'evil.example', action: 'signup' }],
  ['a site that ends like ours', { hostname: `x${hostname}`, action: 'signup' }],
])('a token for %s fails', async (_, solved) => {
  const { cloudflare, check } = await start();
  expect(await check('signup', cloudflare.issue(solved))).toBe('failed');
});

test('a made-up, empty or huge token fails, and Cloudflare is not asked about the last two', async () => {
  const { cloudflare, check } = await start();
  expect(await check('signup', 'invented')).toBe('failed');
  expect(await check('signup', testKeys.token)).toBe('failed');
  const before = cloudflare.requests().length;
  expect(await check('signup', '')).toBe('failed');
  expect(await check('signup', 'x'.repeat(2049))).toBe('failed');
  expect(cloudflare.requests()).toHaveLength(before);
});

test('the documented test secrets do what is documented', async () => {
  const { passes, fails, spent } = testKeys.secrets;
  const verdicts = [];
  for (const secret of [passes, fails, spent]) {
    const { check } = await start({ secret });
    verdicts.push(await check('signin', testKeys.token));
  }
  expect(verdicts).toEqual(['passed', 'failed', 'failed']);
});

test('only the secret, the token and a key for repeats are sent', async () => {
  const { cloudflare, check } = await start();
  const token = cloudflare.issue({ hostname, action: 'signup' });
  await check('signup', token);
  expect(cloudflare.requests()).toEqual([
    { secret: cloudflare.secret, response: token, idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
});

test.each(['failing', 'strangely', 'silently'] as const)(
  'an unusable answer counts as unreachable: %s',
  async (how) => {
    const { cloudflare, check } = await start({ timeout: 100 });
    cloudflare.behave(how);
    expect(await check('signup', cloudflare.issue({ hostname, action: 'signup' }))).toBe('unreachable');
  },
);

test('without a server it is unreachable, and the log says so', async () => {
  const { cloudflare, logged, check } = await start();
  await cloudflare.close();
  expect(await check('signup', 'any')).toBe('unreachable');
  expect(logged).toEqual(['Cloudflare could not be asked about a Turnstile challenge.']);
});

test('with a secret that Cloudflare does not know it is unreachable for everyone, and the log says why', async () => {
  const { logged, check } = await start({ secret: 'wrong' });
  expect(await check('signup', 'any')).toBe('unreachable');
  expect(logged).toEqual([
    'Cloudflare does not know TURNSTILE_SECRET: no Turnstile challenge can be checked.',
  ]);
});

test('a lost answer is requested again without using up the token twice', async () => {
  const { cloudflare, check } = await start();
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...ask) => {
    await real(...ask);
    throw new TypeError('The connection broke.');
  });
  expect(await check('signup', cloudflare.issue({ hostname, action: 'signup' }))).toBe('passed');
  const keys = cloudflare.requests().map(({ idempotency_key }) => idempotency_key);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('outside of tests the request goes to Cloudflare, and no redirect is followed', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ success: false }));
  await turnstileVerifier({ secret: 'x', hostname: () => hostname }).check('signin', 'any');
  expect(fetched).toHaveBeenCalledWith(
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    expect.objectContaining({ method: 'POST', redirect: 'error' }),
  );
});
