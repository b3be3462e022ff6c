import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endedEntry, refreshEntry } from './access.ts';
import { accessEntry } from './access-token.ts';
import { Browser } from './testing/browser.ts';
import { SignInServer } from './testing/sign-in-server.ts';

const start = Date.UTC(2026, 0, 1);
let time: number;
let server: SignInServer;
let browser: Browser;

beforeEach(() => {
  time = start;
  server = new SignInServer(() => time);
  browser = new Browser(() => time);
});

function signIn(owner = 'ada') {
  for (const [name, value] of Object.entries(server.signIn(owner))) browser.entries.set(name, value);
}

const stored = () => [browser.entries.get(accessEntry), browser.entries.get(refreshEntry)];
const many = Array.from({ length: 20 });

test('a request carries the stored access token as Bearer [QUERY-01]', async () => {
  signIn();
  const { access } = browser.tab(server.fetch);
  expect((await access.fetch('/api/x')).status).toBe(200);
  expect(server).toMatchObject({ requesters: ['ada'], refreshes: 0 });
});

test('a refresh, which every tab waits for, ends after 30 s [QUERY-02]', async () => {
  signIn();
  time += server.lifetime;
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  server.refreshResponse = () => new Promise(() => {});
  const { access } = browser.tab((input, init) =>
    Promise.race([
      server.fetch(input, init),
      new Promise<never>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      ),
    ]),
  );
  const asked = access.fetch('/api/x');
  await vi.waitFor(() => expect(timeout.mock.calls).toEqual([[30_000]]));
  timeout.mockRestore();
  limit.abort(new DOMException('It took too long.', 'TimeoutError'));
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(stored()).toEqual([expect.any(String), 'refresh-1']);
});

test.each([
  [31, 0],
  [30, 1],
  [1, 1],
  [-3600, 1],
])(
  '%i s before the token expires, it is refreshed %i times before the request [AUTH-10 AUTH-11 CONST-16]',
  async (left, refreshes) => {
    signIn();
    time += server.lifetime - left * 1000;
    const { access } = browser.tab(server.fetch);
    expect((await access.fetch('/api/x')).status).toBe(200);
    expect(server).toMatchObject({ requesters: ['ada'], refreshes });
  },
);

test('the tokens are two entries of local storage, and a refresh stores the next two there [TOKEN-01]', async () => {
  signIn();
  const tokens = () => ['access_token', 'refresh_token'].map((name) => browser.entries.get(name));
  const [access, refresh] = tokens();
  time += server.lifetime;
  const tab = browser.tab(server.fetch);
  expect((await tab.access.fetch('/api/x')).status).toBe(200);
  expect(server).toMatchObject({ requesters: ['ada'], refreshes: 1 });
  expect(tokens()).toEqual([expect.any(String), expect.any(String)]);
  expect(tokens()).not.toContain(access);
  expect(tokens()).not.toContain(refresh);
});

test('after a 401 the token is refreshed and the request is made once more [AUTH-12]', async () => {
  signIn();
  server.ended.add(browser.entries.get(accessEntry) ?? '');
  const { access } = browser.tab(server.fetch);
  const response = await access.fetch('/api/x', { method: 'POST', body: '{}', headers: { 'x-a': 'b' } });
  expect(response.status).toBe(200);
  expect(server).toMatchObject({ requesters: [null, 'ada'], refreshes: 1 });
});

test('a request is never made a third time', async () => {
  signIn();
  const { access } = browser.tab(async (input, init) => {
    const response = await server.fetch(input, init);
    return String(input) === '/api/x' ? new Response('', { status: 401 }) : response;
  });
  expect((await access.fetch('/api/x')).status).toBe(401);
  expect(server.requesters).toHaveLength(2);
  expect(server.refreshes).toBe(1);
});

test('twenty concurrent requests share one refresh [AUTH-13]', async () => {
  signIn();
  time += server.lifetime;
  const { access } = browser.tab(server.fetch);
  const answers = await Promise.all(many.map(() => access.fetch('/api/x')));
  expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200));
  expect(server.refreshes).toBe(1);
});

test.each(['before the request', 'after a 401'])(
  'a caller who calls off stops waiting for a refresh %s, which goes on for the others',
  async (when) => {
    signIn();
    if (when === 'after a 401') server.ended.add(browser.entries.get(accessEntry) ?? '');
    else time += server.lifetime;
    const { access } = browser.tab(server.fetch);
    let answer = (_: Response) => {};
    server.refreshResponse = () => new Promise((resolve) => (answer = resolve));
    const limit = new AbortController();
    const late = new DOMException('It took too long.', 'TimeoutError');
    const hasty = access.fetch('/api/x', { signal: limit.signal });
    const patient = access.fetch('/api/x');
    await vi.waitFor(() => expect(server.refreshes).toBe(1));
    limit.abort(late);
    await expect(hasty).rejects.toBe(late);
    const fresh = server.signIn('ada')[accessEntry] ?? '';
    answer(new Response('{}', { headers: { 'x-access-token': fresh, 'x-refresh-token': 'r' } }));
    expect((await patient).status).toBe(200);
    expect(server.refreshes).toBe(1);
  },
);

test('a request aborted before it began is not sent', async () => {
  signIn();
  time += server.lifetime;
  const { access } = browser.tab(server.fetch);
  await expect(access.fetch('/api/x', { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(server).toMatchObject({ requesters: [], refreshes: 0 });
});

test('twenty concurrent requests also share a refresh that fails', async () => {
  signIn();
  time += server.lifetime;
  server.refreshResponse = () => Promise.reject(new TypeError('Failed to fetch'));
  const { access } = browser.tab(server.fetch);
  const outcomes = await Promise.allSettled(many.map(() => access.fetch('/api/x')));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  expect(server.refreshes).toBe(1);
});

test('three tabs that wake at once make one refresh, and none is signed out [AUTH-13]', async () => {
  signIn();
  time += server.lifetime;
  const tabs = [1, 2, 3].map(() => browser.tab(server.fetch));
  const answers = await Promise.all(tabs.flatMap(({ access }) => many.map(() => access.fetch('/api/x'))));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(server.refreshes).toBe(1);
  expect(stored()).toEqual([expect.any(String), 'refresh-2']);
});

test('tabs that cannot wait for each other get the same new tokens, and none is signed out [AUTH-13 CHECK-39]', async () => {
  signIn();
  time += server.lifetime;
  const tabs = [1, 2, 3].map(() => browser.tab(server.fetch, { hasLocks: false }));
  const answers = await Promise.all(tabs.flatMap(({ access }) => many.map(() => access.fetch('/api/x'))));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(server.refreshes).toBe(3);
  expect(stored()).toEqual([expect.any(String), 'refresh-2']);
  // The next round starts from what they agreed on.
  time += server.lifetime;
  for (const { access } of tabs) expect((await access.fetch('/api/x')).ok).toBe(true);
  expect(server.refreshes).toBe(4);
});

test('a tab whose token was refused uses the one that another tab got', async () => {
  signIn();
  server.ended.add(browser.entries.get(accessEntry) ?? '');
  const tabs = [browser.tab(server.fetch), browser.tab(server.fetch)];
  await Promise.all(tabs.map(({ access }) => access.fetch('/api/x')));
  expect(server.refreshes).toBe(1);
});

test('a refresh that fails lets the next tab try', async () => {
  signIn();
  time += server.lifetime;
  server.refreshResponse = () => {
    server.refreshResponse = null;
    throw new TypeError('Failed to fetch');
  };
  const [one, two] = [browser.tab(server.fetch), browser.tab(server.fetch)];
  const outcomes = await Promise.allSettled([one.access.fetch('/api/x'), two.access.fetch('/api/x')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(server.refreshes).toBe(2);
});

test('a refresh that is refused with 401 clears the tokens [AUTH-14]', async () => {
  signIn();
  time += server.lifetime;
  browser.entries.set(refreshEntry, 'stolen');
  const { access } = browser.tab(server.fetch);
  expect((await access.fetch('/api/x')).status).toBe(401);
  expect(stored()).toEqual([undefined, undefined]);
});

test.each([
  [
    'the owner ended it',
    Response.json({ error: 'sign-in-ended', message: 'Sign in again.' }, { status: 401 }),
    'ada',
  ],
  [
    'it is unknown',
    Response.json({ error: 'signed-out', message: 'Sign in again.' }, { status: 401 }),
    undefined,
  ],
  ['a proxy refuses it', new Response('Log in first', { status: 401 }), undefined],
])('after a refusal because %s, the note says whose data to erase: %#', async (_, refusal, noted) => {
  signIn();
  time += server.lifetime;
  server.refreshResponse = () => refusal;
  const { access } = browser.tab(server.fetch);
  await access.fetch('/api/x');
  expect(stored()).toEqual([undefined, undefined]);
  expect(browser.entries.get(endedEntry)).toBe(noted);
});

test.each([
  ['offline', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
  ['a 503', () => new Response('Later.', { status: 503 }), '503: Later.'],
  [
    'a 429',
    () => new Response('', { status: 429, statusText: 'Too Many Requests' }),
    '429: Too Many Requests',
  ],
  ['a hotel network’s own page', () => new Response('<h1>Welcome</h1>'), '200: <h1>Welcome</h1>'],
  ['an answer without tokens', () => Response.json({}), '200: No new tokens came back.'],
])(
  'a refresh that meets %s keeps the tokens, and the request says why it failed',
  async (_, answer, words) => {
    signIn();
    const before = stored();
    time += server.lifetime;
    server.refreshResponse = answer;
    const { access } = browser.tab(server.fetch);
    await expect(access.fetch('/api/x')).rejects.toThrow(words);
    expect(stored()).toEqual(before);
    server.refreshResponse = null;
    expect((await access.fetch('/api/x')).status).toBe(200);
  },
);

test('a 401 whose refresh cannot reach the server is reported as that, not as a sign-out', async () => {
  signIn();
  server.ended.add(browser.entries.get(accessEntry) ?? '');
  server.refreshResponse = () => Promise.reject(new TypeError('Failed to fetch'));
  const { access } = browser.tab(server.fetch);
  await expect(access.fetch('/api/x')).rejects.toThrow('Failed to fetch');
  expect(stored()).not.toContain(undefined);
});

test.each([
  '',
  'a',
  'a.b',
  'a.b.c',
  'a.b.c.d',
  `a.${btoa('{}')}.c`,
  `a.${btoa('null')}.c`,
  `.${btoa('{"exp":1}')}.`,
])(
  'the malformed access token “%s” is cleared, and its refresh token too [AUTH-06 TOKEN-02]',
  async (malformed) => {
    browser.entries.set(accessEntry, malformed);
    browser.entries.set(refreshEntry, 'refresh');
    const { access } = browser.tab(server.fetch);
    expect(access.read()).toBeNull();
    expect(stored()).toEqual([undefined, undefined]);
    expect((await access.fetch('/api/x')).status).toBe(401);
    expect(server).toMatchObject({ requesters: [null], refreshes: 0 });
  },
);

test('signing out during a refresh is not undone by its response', async () => {
  signIn();
  time += server.lifetime;
  const { access } = browser.tab(server.fetch);
  const other = browser.tab(server.fetch);
  const answer = access.fetch('/api/x');
  await Promise.resolve();
  other.access.clear();
  expect((await answer).status).toBe(401);
  expect(stored()).toEqual([undefined, undefined]);
});

test('no request is made with the token of another account that signed in meanwhile', async () => {
  signIn();
  server.ended.add(browser.entries.get(accessEntry) ?? '');
  const { access } = browser.tab(server.fetch);
  const answer = access.fetch('/api/x', { method: 'POST' });
  await Promise.resolve();
  signIn('grace');
  expect((await answer).status).toBe(401);
  expect(server.requesters).toEqual([null]);
  expect((await access.fetch('/api/x')).status).toBe(200);
  expect(server.requesters).toEqual([null, 'grace']);
});

describe.each([
  ['two minutes ahead', 2],
  ['two minutes behind', -2],
  ['two hours ahead', 120],
  ['two hours behind', -120],
])('a browser whose clock is %s', (_, minutes) => {
  test('refreshes as often as one whose clock is right, once the server has responded', async () => {
    signIn();
    browser.now = () => time + minutes * 60_000;
    const { access } = browser.tab(server.fetch);
    await access.fetch('/api/x');
    server.refreshes = 0;
    signIn();
    for (let left = server.lifetime; left > 40_000; left -= 60_000) {
      expect((await access.fetch('/api/x')).status).toBe(200);
      time += 60_000;
    }
    expect(server.refreshes).toBe(0);
    time += 40_000;
    expect((await access.fetch('/api/x')).status).toBe(200);
    expect(server.refreshes).toBe(1);
    expect(server.requesters).not.toContain(null);
  });

  test('still knows the time after a reload', async () => {
    signIn();
    browser.now = () => time + minutes * 60_000;
    await browser.tab(server.fetch).access.fetch('/api/x');
    server.refreshes = 0;
    expect((await browser.tab(server.fetch).access.fetch('/api/x')).status).toBe(200);
    expect(server.refreshes).toBe(0);
  });
});

test('a clock that jumps while the page is open costs at most a refresh, never the sign-in [FAULT-13]', async () => {
  signIn();
  const { access } = browser.tab(server.fetch);
  for (const hours of [0, 2, -2, 0]) {
    browser.now = () => time + hours * 3_600_000;
    expect((await access.fetch('/api/x')).status).toBe(200);
  }
  expect(server.refreshes).toBeLessThanOrEqual(3);
});
