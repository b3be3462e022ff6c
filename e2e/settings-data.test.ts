import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fromBuffer, type Options, type ZipFile } from 'yauzl';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** The file names in a zip. */
async function namesIn(zip: Buffer): Promise<string[]> {
  const file = await open(zip, { lazyEntries: false });
  const names: string[] = [];
  await new Promise((resolve, reject) => {
    file.on('entry', ({ fileName }) => names.push(fileName));
    file.on('end', resolve);
    file.on('error', reject);
  });
  return names;
}

test('everything that is stored is downloaded as a zip, with the password @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*403/);
  const body = new FormData();
  body.append('file', new File(['Remember the milk.'], 'notes.txt', { type: 'text/plain' }));
  await fetch(new URL('/api/upload', process.env.BASE_URL), {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${ada.access_token}` },
  });
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Prepare a download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download your data' });
  await dialog.getByLabel('Your password').fill('Wrong-horse-7');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  await expectClean(page);
  await dialog.getByLabel('Your password').fill(ada.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your download is ready.')).toBeVisible({ timeout: 20_000 });
  await expectClean(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download/ }).click();
  const names = await namesIn(await readFile(await (await downloading).path()));
  expect(names.some((name) => name.endsWith('.json'))).toBe(true);
  expect(names.some((name) => name.includes('notes.txt'))).toBe(true);
  await page.reload();
  await expect(page.getByText('Your download is ready.')).toBeVisible();
  await page.goto('/settings/files');
  await expect(page.getByText(/ of it is the copy of your data\./)).toBeVisible();
  await expectClean(page);
  await page.getByRole('link', { name: 'the copy of your data' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Your download is ready.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Prepare a download' })).toBeVisible();
});

test('a zip that does not fit is reported, before it is begun and when it ends @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*507/);
  const message = 'The server has no storage left for a copy of your data. Try again later.';
  const failed = { state: 'failed', progress: 0, failure: message, url: null, size: null, expires_at: null };
  let isFailed = false;
  await page.route('**/api/v1/user/me/export', async (route) => {
    if (route.request().method() === 'GET') {
      return isFailed ? await route.fulfill({ json: failed }) : await route.continue();
    }
    isFailed = true;
    return await route.fulfill({ status: 507, json: { message, error: 'no-room', request_id: 'x' } });
  });
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Prepare a download' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download your data' });
  await dialog.getByLabel('Your password').fill(ada.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText(message);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(page.getByText(message)).toBeVisible();
  await expectClean(page);
});

test('who deletes their account reads what else goes from this browser, is signed out, and cannot sign in to it @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*(401|403)/);
  await page.goto('/settings/data');
  await page.evaluate((other) => {
    localStorage.setItem('openai_api_key', 'not-a-key');
    localStorage.setItem(`polylogue.draft.${other}.new`, 'Dear diary');
  }, crypto.randomUUID());
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account for good?' });
  await expect(dialog).toContainText('unsent messages of another account (1)');
  const remove = dialog.getByRole('button', { name: 'Delete account' });
  await expect(remove).toBeDisabled();
  await dialog.getByLabel('Your password').fill('Wrong-horse-7');
  await expect(remove).toBeDisabled();
  await dialog.getByLabel(`Type ${ada.username} to confirm`).fill(ada.username);
  await remove.click();
  await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  await expectClean(page);
  await dialog.getByLabel('Your password').fill(ada.password);
  await remove.click();
  await expect(page).toHaveURL('/account-deleted');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  const left = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  // The entries that a page without an account writes.
  expect({ 'polylogue.store': 'guest', ...left }).toEqual({ 'polylogue.store': 'guest' });
  await expectClean(page);

  await page.goto('/signin');
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await expect(page.getByText('Incorrect username or password')).toBeVisible();
  await expect(api.as(ada, 'GET /api/v1/user/me', {})).rejects.toThrow('401');
});

test('an account whose deletion was done but whose answer was lost is gone from this browser, too @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/api/v1/user/me/deletion', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto('/settings/data');
  await page.evaluate(() => localStorage.setItem('openai_api_key', 'not-a-key'));
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account for good?' });
  await dialog.getByLabel(`Type ${ada.username} to confirm`).fill(ada.username);
  await dialog.getByLabel('Your password').fill(ada.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/account-deleted');
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('openai_api_key'))).toBeNull();
});

test('a deletion that is under way cannot be called off, and says so when it fails @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*503/);
  const { promise, resolve: fail } = Promise.withResolvers<void>();
  await page.route('**/api/v1/user/me/deletion', async (route) => {
    await promise;
    await route.fulfill({ status: 503, body: '' });
  });
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account for good?' });
  await dialog.getByLabel('Your password').fill(ada.password);
  await dialog.getByLabel(`Type ${ada.username} to confirm`).fill(ada.username);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  fail();
  await expect(dialog).toContainText('Failed to delete the account');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});
