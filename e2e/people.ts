import type { Page } from '@playwright/test';
import { type Member, type Server, server } from './account.ts';
import { test as base } from './journey.ts';
import { mailedLink } from './mails.ts';

/** Somebody with an account, and their page in a browser of their own. */
export interface Somebody extends Member {
  user_id: string;
  name: string;
}

interface Profile {
  first_name: string;
  last_name: string;
  /** Seen and asked by everybody. */
  isOpen?: boolean;
  /** Found by everybody. */
  isFound?: boolean;
}

/** A new member with a name, open and not to be found unless told otherwise. */
export async function settle(
  api: Server,
  { first_name, last_name, isOpen = true, isFound = false }: Profile,
): Promise<Somebody> {
  const member = await api.signUp();
  const privacy_settings = { public_profile: isOpen, allow_search: isFound, allow_invites: isOpen };
  const body = { first_name, last_name, privacy_settings };
  const { user_id } = await api.as(member, 'PUT /api/v1/user/me', { body });
  if (isFound) await verify(api, member);
  return { ...member, user_id, name: `${first_name} ${last_name}` };
}

/** Where mails are sent, only who has confirmed an e-mail address is found by strangers. */
async function verify(api: Server, { email }: Member) {
  const link = await mailedLink(email, '/verify-email');
  const code = new URLSearchParams(link.split('?')[1]).get('code') ?? '';
  await api.call('GET /api/auth/verify', { query: { code } });
}

/** What the toast says. */
export const toastOf = (page: Page) =>
  page.locator('[aria-label=Notifications] [class*=_toast_]:not([data-ending-style])');

/** Makes two people friends without a browser. */
export async function befriend(api: Server, one: Somebody, other: Somebody): Promise<void> {
  await api.as(one, 'POST /api/v1/user/friend-requests', { query: { friend_id: other.user_id } });
  await api.as(other, 'POST /api/v1/user/friend-requests', { query: { friend_id: one.user_id } });
}

export const personPage = ({ user_id }: Pick<Somebody, 'user_id'>) => `/person?user_id=${user_id}`;

/** A letters-only word that nobody else is called in this run. */
export function unheardOf(): string {
  const digits = `${process.pid}${Date.now()}${Math.floor(Math.random() * 1000)}`;
  return [...digits].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}

interface Fixtures {
  api: Server;
  /** Two people who do not know each other; the first is signed in in the browser of the test. */
  lovelace: Somebody;
  hopper: Somebody;
  /** Somebody who lets themselves be found. */
  turing: Somebody;
  /** The page of somebody in another browser. */
  arrive(who: Member): Promise<Page>;
}

export const test = base.extend<Fixtures>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  lovelace: async ({ api }, use) => use(await settle(api, { first_name: 'Ada', last_name: unheardOf() })),
  hopper: async ({ api }, use) => use(await settle(api, { first_name: 'Grace', last_name: unheardOf() })),
  turing: async ({ api }, use) =>
    use(await settle(api, { first_name: 'Alan', last_name: unheardOf(), isFound: true })),
  storageState: async ({ baseURL, lovelace }, use) => use(stored(baseURL, lovelace)),
  arrive: async ({ browser, baseURL }, use) => {
    const pages: Page[] = [];
    await use(async (who) => {
      const context = await browser.newContext({ storageState: stored(baseURL, who) });
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

function stored(origin = '', { access_token, refresh_token }: Member) {
  const localStorage = Object.entries({ access_token, refresh_token }).map(([name, value]) => ({
    name,
    value,
  }));
  return { cookies: [], origins: [{ origin, localStorage }] };
}
