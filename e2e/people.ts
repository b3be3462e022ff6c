import type { BrowserContextOptions, Page } from '@playwright/test';
import { type Member, type Server, server, storeSignIn, tokensOf } from './account.ts';
import { test as base } from './journey.ts';
import { mailedLink } from './mails.ts';

/** A member with their id and display name. */
export interface NamedMember extends Member {
  user_id: string;
  name: string;
}

interface Profile {
  first_name: string;
  last_name: string;
  /** Has a public profile and accepts invitations from everyone. */
  isOpen?: boolean;
  /** Can be found by everyone. */
  isSearchable?: boolean;
}

/** Creates a member with a display name; by default open, and not found by a search. */
export async function createMember(
  api: Server,
  { first_name, last_name, isOpen = true, isSearchable: isFound = false }: Profile,
): Promise<NamedMember> {
  const member = await api.signUp();
  const privacy_settings = { public_profile: isOpen, allow_search: isFound, allow_invites: isOpen };
  const body = { first_name, last_name, privacy_settings };
  const { user_id } = await api.as(member, 'PUT /api/v1/user/me', { body });
  if (isFound) await verify(api, member);
  return { ...member, user_id, name: `${first_name} ${last_name}` };
}

/** Where mails are sent, strangers find only members with a verified email address. */
async function verify(api: Server, { email }: Member) {
  const link = await mailedLink(email, '/verify-email');
  const code = new URLSearchParams(link.split('?')[1]).get('code') ?? '';
  await api.call('GET /api/auth/verify', { query: { code } });
}

/** What the toast says. */
export const toastOf = (page: Page) =>
  page.locator('[aria-label=Notifications] [class*=_toast_]:not([data-ending-style])');

/** Makes two people friends without a browser. */
export async function befriend(api: Server, one: NamedMember, other: NamedMember): Promise<void> {
  await api.as(one, 'POST /api/v1/user/friend-requests', { query: { friend_id: other.user_id } });
  await api.as(other, 'POST /api/v1/user/friend-requests', { query: { friend_id: one.user_id } });
}

export const personPage = ({ user_id }: Pick<NamedMember, 'user_id'>) => `/person?user_id=${user_id}`;

/** A letters-only name that no other member of this run has. */
export function uniqueName(): string {
  const digits = `${process.pid}${Date.now()}${Math.floor(Math.random() * 1000)}`;
  return [...digits].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}

interface Fixtures {
  api: Server;
  /** Two people who do not know each other; the first is signed in in the browser of the test. */
  lovelace: NamedMember;
  hopper: NamedMember;
  /** A member whom others can find. */
  turing: NamedMember;
  /** Opens a page of this member in another browser. */
  arrive(who: Member, options?: BrowserContextOptions): Promise<Page>;
}

export const test = base.extend<Fixtures>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  lovelace: async ({ api }, use) =>
    use(await createMember(api, { first_name: 'Ada', last_name: uniqueName() })),
  hopper: async ({ api }, use) =>
    use(await createMember(api, { first_name: 'Grace', last_name: uniqueName() })),
  turing: async ({ api }, use) =>
    use(await createMember(api, { first_name: 'Alan', last_name: uniqueName(), isSearchable: true })),
  entries: async ({ lovelace }, use) => use(tokensOf(lovelace)),
  arrive: async ({ browser }, use) => {
    const pages: Page[] = [];
    await use(async (who, options) => {
      const context = await browser.newContext(options);
      await storeSignIn(context, who);
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});
