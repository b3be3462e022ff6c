import type { Me } from '@polylogue/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { refreshEntry } from '../../api/access.ts';
import { type AccessToken, accessEntry } from '../../api/index.ts';
import { Browser } from '../../api/testing/browser.ts';
import { SignInServer } from '../../api/testing/sign-in-server.ts';
import { type AccountStore, openAccount } from './account.ts';
import { onceSignedOut } from './once-signed-out.ts';

const person = (user_id: string, email = `${user_id}@example.com`) => ({ user_id, email }) as Me;

let token: AccessToken | null;
let time: number;
let changed: () => void;
let fetchMe: ReturnType<typeof vi.fn<() => Promise<Me>>>;
let account: AccountStore;
let isUnsaved: boolean;
let remembered: Me | null;
const refused = new Error('401');
const clear = vi.fn(() => {
  token = null;
});
const wake: (() => void)[] = [];

const tokenOf = (owner: string): AccessToken => ({
  text: `${owner}.${time}`,
  owner,
  expiresAt: time + 600_000,
});

beforeEach(() => {
  token = null;
  time = 1_000_000;
  isUnsaved = false;
  remembered = null;
  wake.length = 0;
  clear.mockClear();
  fetchMe = vi.fn(async () => person(token?.owner ?? 'nobody'));
  account = openAccount({
    access: {
      read: () => token,
      save: ({ access_token }) => {
        token = tokenOf(access_token);
        changed();
      },
      clear,
    },
    fetchMe,
    remembered: {
      read: () => remembered,
      write: (me) => {
        remembered = me;
      },
    },
    isSignedOut: (error) => error === refused,
    isUnsaved: () => isUnsaved,
    listen: (listener) => {
      changed = listener;
    },
    now: () => time,
    wait: () => new Promise((resolve) => void wake.push(resolve)),
  });
});

/** Opens a page in a browser where `owner` is signed in. */
async function open(owner: string | null) {
  token = owner === null ? null : tokenOf(owner);
  account.ensure();
  await vi.waitFor(() => expect(account.read().type).not.toBe('checking'));
  return account.read();
}

test('without a token the page knows immediately that no one is signed in', () => {
  account.ensure();
  expect(account.read()).toEqual({ type: 'signed-out' });
  expect(fetchMe).not.toHaveBeenCalled();
});

test('a stored token signs in once the current user has been fetched; until then it is being checked [AUTH-03]', async () => {
  token = tokenOf('ada');
  // Who was here last is not who is signed in.
  remembered = person('ada', 'old@example.com');
  account.ensure();
  expect(account.read()).toEqual({ type: 'checking' });
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('ada') }));
});

test('when the current user is refused, the person is signed out and the tokens are cleared [AUTH-07]', async () => {
  fetchMe.mockRejectedValue(refused);
  expect(await open('ada')).toEqual({ type: 'signed-out' });
  expect(clear).toHaveBeenCalledOnce();
});

test('a refused refresh signs out, whatever was asked, in every tab, and clears the tokens [AUTH-05]', async () => {
  const server = new SignInServer(() => time);
  const browser = new Browser(() => time);
  for (const [name, value] of Object.entries(server.signIn('ada'))) browser.entries.set(name, value);
  const tabs = [1, 2].map(() => {
    const { access, storage } = browser.tab(server.fetch);
    const account = openAccount({
      access,
      fetchMe: async () => person((await (await access.fetch('/api/v1/user/me')).json()).owner),
      remembered: { read: () => null, write: () => {} },
      isSignedOut: () => false,
      isUnsaved: () => false,
      listen: (listener) => storage.listen((entry) => void (entry === accessEntry && listener())),
      now: () => time,
      wait: () => new Promise(() => {}),
    });
    return { access, account };
  });
  for (const { account } of tabs)
    expect(await account.refreshMe()).toEqual({ type: 'signed-in', me: person('ada') });
  browser.entries.set(refreshEntry, 'ended on another device');
  time += server.lifetime;
  expect((await tabs[0]?.access.fetch('/api/v1/spaces'))?.status).toBe(401);
  expect([...browser.entries.keys()].filter((name) => /token/.test(name))).toEqual([]);
  for (const { account } of tabs) expect(account.read()).toEqual({ type: 'signed-out' });
});

test('when the server does not answer, the tokens stay and it is asked again later [AUTH-07]', async () => {
  fetchMe.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await open('ada')).toEqual({ type: 'unreachable', me: null });
  expect(token).not.toBeNull();
  time += 1_000;
  account.retryUnreachable();
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('ada') }));
});

test('when the server stops answering, the page of the person using it stays [AUTH-07]', async () => {
  await open('ada');
  fetchMe.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  time += 1_000;
  expect(await account.refreshMe()).toEqual({ type: 'unreachable', me: person('ada') });
});

test('another page knows who was signed in last, unless a different person is signed in by then', async () => {
  fetchMe.mockRejectedValue(new TypeError('Failed to fetch'));
  remembered = person('grace');
  expect(await open('ada')).toEqual({ type: 'unreachable', me: null });
});

test('the person who was signed in last is shown while the server does not answer', async () => {
  fetchMe.mockRejectedValue(new TypeError('Failed to fetch'));
  remembered = person('ada');
  expect(await open('ada')).toEqual({ type: 'unreachable', me: person('ada') });
});

test('when a sign-in ends, the person is forgotten', async () => {
  await open('ada');
  fetchMe.mockRejectedValueOnce(refused);
  time += 1_000;
  await account.refreshMe();
  expect(remembered).toBeNull();
});

test('a retry requests nothing while the server is reachable', async () => {
  await open('ada');
  time += 3_600_000;
  account.retryUnreachable();
  expect(fetchMe).toHaveBeenCalledOnce();
});

test('the current user is cached for five minutes [CONST-17]', async () => {
  await open('ada');
  time += 299_999;
  account.ensure();
  expect(fetchMe).toHaveBeenCalledOnce();
  time += 1;
  account.ensure();
  expect(fetchMe).toHaveBeenCalledTimes(2);
});

test('the current user is fetched at most once a second, and the last request counts [CONST-18]', async () => {
  await open('ada');
  time += 400;
  const wishes = [account.refreshMe(), account.refreshMe(), account.refreshMe()];
  expect(fetchMe).toHaveBeenCalledOnce();
  fetchMe.mockResolvedValueOnce(person('ada', 'new@example.com'));
  time += 600;
  for (const go of wake) go();
  for (const wish of wishes) expect(await wish).toMatchObject({ me: { email: 'new@example.com' } });
  expect(fetchMe).toHaveBeenCalledTimes(2);
});

test('signing out in another tab signs out here immediately', async () => {
  await open('ada');
  token = null;
  changed();
  expect(account.read()).toEqual({ type: 'signed-out' });
});

test('signing in in another tab signs in here', async () => {
  await open(null);
  token = tokenOf('ada');
  changed();
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('ada') }));
});

test('new tokens of the same sign-in cause no request', async () => {
  await open('ada');
  time += 600_000;
  token = tokenOf('ada');
  changed();
  expect(account.read()).toEqual({ type: 'signed-in', me: person('ada') });
  expect(fetchMe).toHaveBeenCalledOnce();
});

test('when a different person signs in in another tab, the first person’s page is hidden before the second one is known', async () => {
  await open('ada');
  token = tokenOf('grace');
  changed();
  expect(account.read()).toEqual({ type: 'checking' });
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('grace') }));
});

test('a response about a person who has since signed out is ignored', async () => {
  let answer = (_: Me) => {};
  fetchMe.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  token = tokenOf('ada');
  account.ensure();
  token = tokenOf('grace');
  changed();
  answer(person('ada'));
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('grace') }));
});

test('a 401 for a person who has signed out does not sign the next person out', async () => {
  let refuse = (_: unknown) => {};
  fetchMe.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  token = tokenOf('ada');
  account.ensure();
  token = tokenOf('grace');
  changed();
  refuse(refused);
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('grace') }));
  expect(clear).not.toHaveBeenCalled();
});

test('what a call changed is not undone by the answer to an earlier request', async () => {
  await open('ada');
  let answer = (_: Me) => {};
  fetchMe.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  time += 1_000;
  const asked = account.refreshMe();
  account.setMe(person('ada', 'new@example.com'));
  answer(person('ada', 'old@example.com'));
  expect(await asked).toMatchObject({ me: { email: 'new@example.com' } });
  expect(account.read()).toMatchObject({ me: { email: 'new@example.com' } });
});

test('a response for a person who has since signed out does not bring them back', async () => {
  await open('ada');
  token = null;
  changed();
  account.setMe(person('ada'));
  expect(account.read()).toEqual({ type: 'signed-out' });
  token = tokenOf('grace');
  changed();
  account.setMe(person('ada'));
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('grace') }));
});

test('a sign-in stores its tokens and finds out whose they are, in one request', async () => {
  await open(null);
  expect(await account.signedIn({ access_token: 'ada', refresh_token: 'r' })).toEqual({
    type: 'signed-in',
    me: person('ada'),
  });
  expect(fetchMe).toHaveBeenCalledOnce();
});

test('a person who is leaving is no longer shown, whatever else happens', async () => {
  await open('ada');
  account.leave();
  expect(account.read()).toEqual({ type: 'checking' });
  token = null;
  changed();
  expect(account.read()).toEqual({ type: 'checking' });
});

test('a sign-in that ends while something is typed interrupts the page, which stays', async () => {
  await open('ada');
  isUnsaved = true;
  token = null;
  changed();
  expect(account.read()).toEqual({ type: 'interrupted', me: person('ada') });
  await account.signedIn({ access_token: 'ada', refresh_token: 'r' });
  expect(account.read()).toEqual({ type: 'signed-in', me: person('ada') });
});

test('signing in in another tab ends the interruption here', async () => {
  await open('ada');
  isUnsaved = true;
  token = null;
  changed();
  token = tokenOf('ada');
  changed();
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('ada') }));
});

test('an interrupted page is never shown to a different person', async () => {
  await open('ada');
  isUnsaved = true;
  token = null;
  changed();
  token = tokenOf('grace');
  changed();
  expect(account.read()).toEqual({ type: 'checking' });
  await vi.waitFor(() => expect(account.read()).toEqual({ type: 'signed-in', me: person('grace') }));
});

test('giving up what is typed signs the interrupted page out', async () => {
  await open('ada');
  account.discardInterrupted();
  expect(account.read().type).toBe('signed-in');
  isUnsaved = true;
  token = null;
  changed();
  account.discardInterrupted();
  expect(account.read()).toEqual({ type: 'signed-out' });
});

/** Asks as after a deletion whose answer was lost; returns what happens then. */
async function askAfterDeletion(error?: Error) {
  await open('ada');
  if (error) fetchMe.mockRejectedValue(error);
  time += 60_000;
  const leave = vi.fn();
  const asked = onceSignedOut(account, leave);
  return { leave, asked };
}

const wakeUp = async () => {
  await vi.waitFor(() => expect(wake).toHaveLength(1));
  time += 1_000;
  wake.shift()?.();
};

test('an account that turns out to be deleted is left at once', async () => {
  const { leave } = await askAfterDeletion(refused);
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
});

test('an account that is still there is not taken for deleted when its sign-in ends later', async () => {
  const { leave, asked } = await askAfterDeletion();
  await wakeUp();
  await asked;
  fetchMe.mockRejectedValue(refused);
  time += 60_000;
  await account.refreshMe();
  expect(account.read()).toEqual({ type: 'signed-out' });
  expect(leave).not.toHaveBeenCalled();
});

test('nor is one that the server could tell nothing of at first', async () => {
  const { leave, asked } = await askAfterDeletion(new TypeError('Failed to fetch'));
  await wakeUp();
  await asked;
  fetchMe.mockResolvedValueOnce(person('ada'));
  time += 60_000;
  await account.refreshMe();
  fetchMe.mockRejectedValue(refused);
  time += 60_000;
  await account.refreshMe();
  expect(account.read()).toEqual({ type: 'signed-out' });
  expect(leave).not.toHaveBeenCalled();
});
