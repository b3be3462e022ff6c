import type { Page, Request } from '@playwright/test';
import { expiringIn, type Member, type Server, server, storeSignIn } from './account.ts';
import { test as base } from './journey.ts';

interface Fixtures {
  /** A new member, signed in in this browser; a test that needs no more than that takes `ada: _signedIn`. */
  ada: Member;
  api: Server;
  /** How often a path was requested so far. */
  times(path: string): number;
}

export const test = base.extend<Fixtures>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  ada: async ({ api, context }, use) => {
    const ada = await api.signUp();
    await storeSignIn(context, ada);
    await use(ada);
  },
  times: async ({ watched }, use) =>
    use(
      (path) =>
        watched.requests.filter((request: Request) => new URL(request.url()).pathname === path).length,
    ),
});

export const refresh = '/api/auth/refresh';
export const me = '/api/v1/user/me';

export const tokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]);

/** Lets the stored access token look as if it expired so many seconds from now. */
export async function expire(page: Page, ada: Member, seconds = -1) {
  await page.evaluate(
    (token) => localStorage.setItem('access_token', token),
    expiringIn(seconds, ada.access_token),
  );
}

/** Ends the sign-in of this browser from somewhere else. */
export async function endSignInElsewhere(api: Server, ada: Member) {
  const other = await api.signIn(ada);
  await api.as(other, 'POST /api/auth/sign-ins/end', { body: { current_password: ada.password } });
}

export const signOutButton = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account', exact: true }).click();
  // By keyboard: a press of the mouse can meet the menu while it takes its place.
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  return page.getByRole('dialog', { name: 'Sign out?' });
};
