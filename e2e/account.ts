import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type Call, type CallRequest, caller, type ReplyTo } from '@polylogue/contract/client';
import { waiverVersion } from '@polylogue/contract/waiver-version';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { storeEntries } from './entries.ts';

export interface Person {
  username: string;
  email: string;
  password: string;
}

/** A person and the tokens of a sign-in of theirs. */
export interface Member extends Person {
  access_token: string;
  refresh_token: string;
}

type ChallengedAction = 'signin' | 'signup' | 'forgot-password' | 'reset-password';

const password = 'Correct-horse-7';
let count = 0;

/** A person without an account yet. */
export function newPerson(): Person {
  count += 1;
  const username = `ada${process.pid.toString(36)}x${Date.now().toString(36)}x${count}`;
  return { username, email: `${username}@example.com`, password };
}

const byte = () => Math.floor(Math.random() * 256);

/** Calls the server at `url` without a browser. */
export function server(url: string) {
  // Each call comes from another address, so that hundreds of new people are not one who signs up too often.
  const call = caller((path, init) => {
    const headers = new Headers(init?.headers);
    headers.set('x-forwarded-for', `198.18.${byte()}.${byte()}`);
    return fetch(new URL(String(path), url), { ...init, headers });
  });

  /** A solved challenge, for the header X-Challenge-Token. */
  async function solved(action: ChallengedAction): Promise<Record<string, string>> {
    const { challenge: kind } = await call('GET /api/auth/options', {});
    if (kind.kind === 'off') return {};
    const challenge = (await call('GET /api/challenge', { query: { action } })) as unknown as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    return { 'x-challenge-token': btoa(JSON.stringify({ challenge, solution })) };
  }

  /** A new account, signed in; the waiver is accepted by default. */
  async function signUp(person = newPerson(), { waiver = true } = {}): Promise<Member> {
    const { username, email, password } = person;
    const headers = await solved('signup');
    const tokens = await call('POST /api/auth/signup', { body: { username, email, password } }, { headers });
    const member = { ...person, ...tokens };
    if (waiver) await as(member, 'POST /api/v1/user/me/waiver', { body: { waiver: waiverVersion } });
    return member;
  }

  /** Signs the person in on one more device. */
  async function signIn({ username, password }: Person): Promise<Member> {
    const headers = await solved('signin');
    const tokens = await call('POST /api/auth/signin', { body: { username, password } }, { headers });
    return { username, email: `${username}@example.com`, password, ...tokens };
  }

  const as = <Name extends Call>(
    { access_token }: Pick<Member, 'access_token'>,
    name: Name,
    ask: CallRequest<Name>,
  ): Promise<ReplyTo<Name>> => call(name, ask, { headers: { authorization: `Bearer ${access_token}` } });

  return { call, solved, signUp, signIn, as };
}

export type Server = ReturnType<typeof server>;

/** Stores a sign-in in the browser, before its next page opens. */
export const storeSignIn = (context: BrowserContext, member: Member): Promise<void> =>
  storeEntries(context, tokensOf(member));

/** Stores a sign-in as another tab would: the given page is that tab. */
export async function signInFromOtherTab(page: Page, member: Member): Promise<void> {
  await page.evaluate((tokens) => {
    for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value);
  }, tokensOf(member));
}

// The refresh token first, as the app stores them.
export const tokensOf = ({ refresh_token, access_token }: Member) => ({ refresh_token, access_token });

/** The same token, its expiry so many seconds from now. Its signature is invalid: only the browser believes in it. */
export function expiringIn(seconds: number, token: string): string {
  const [head, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return [head, Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url'), signature].join('.');
}

/** Waits until the page shows that a member is signed in. */
export async function expectDashboard(page: Page): Promise<void> {
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible();
}
