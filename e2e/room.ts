import type { Page } from '@playwright/test';
import type { Member, Server } from './account.ts';

export const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** The list item with a text. */
export const post = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });

export async function say(page: Page, text: string) {
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Pastes a text into the box, as it would come from another app. */
export const paste = (page: Page, text: string) =>
  box(page).evaluate((box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

export async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'More about this space' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Creates a space without a browser; returns its address. */
export async function createSpace(api: Server, owner: Member, name = 'Book club'): Promise<string> {
  const space_id = crypto.randomUUID();
  await api.as(owner, 'POST /api/v1/spaces', { body: { space_id, name, visibility: 'public' } });
  return `/spaces/${space_id}`;
}

export const idOf = (address: string) => address.slice('/spaces/'.length);

/** An invitation link, made without a browser. */
export async function createLink(api: Server, host: Member, address: string) {
  const params = { space_id: idOf(address), invitation_id: crypto.randomUUID() };
  const code = crypto.randomUUID().replaceAll('-', '').slice(0, 22);
  const body = { invitation_id: params.invitation_id, code };
  await api.as(host, 'POST /api/v1/spaces/:space_id/invitations', { params, body });
  return {
    path: `/spaces/join/${code}`,
    revoke: () => api.as(host, 'DELETE /api/v1/spaces/:space_id/invitations/:invitation_id', { params }),
  };
}

export const join = (api: Server, who: Member, address: string) =>
  api.as(who, 'POST /api/v1/spaces/:space_id/join', { params: { space_id: idOf(address) }, body: {} });
