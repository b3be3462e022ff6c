import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { samples } from './samples.ts';

test.beforeEach(({ ada }) => void ada);

const list = (page: Page) => page.getByRole('list', { name: 'Your files' }).getByRole('listitem');

async function upload(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await choosing).setFiles(files);
}

test('files are uploaded several at once, listed, downloaded and deleted, and the room is counted @rest', async ({
  page,
}) => {
  await page.goto('/settings/files');
  await expect(page.getByText('You have no files here.')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'File storage' })).toHaveAttribute(
    'aria-valuetext',
    /^0 bytes of/,
  );
  await upload(page, samples.text, samples.pdf, samples.picture);
  // The first picture waits for the process that re-encodes it.
  await expect(list(page)).toHaveCount(3, { timeout: 20_000 });
  await expectClean(page);
  const row = list(page).filter({ hasText: 'notes.txt' });
  await expect(row).toContainText('19 bytes');
  await expect(list(page).filter({ hasText: 'dot.png' }).locator('img')).toBeVisible();
  await expect(page.getByText(/^\d+ bytes of 1 GB used, 3 of 10,000 files\.$/)).toBeVisible();

  const downloading = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download notes.txt' }).click();
  const download = await downloading;
  expect(await readFile(await download.path())).toEqual(samples.text.buffer);

  const url = (await row.getByRole('link', { name: 'notes.txt', exact: true }).getAttribute('href')) ?? '';
  await row.getByRole('button', { name: 'Delete notes.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete notes.txt?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(list(page)).toHaveCount(2);
  await expect(list(page).locator('button:focus')).toHaveAccessibleName(/^Delete /);
  expect((await page.request.get(url)).status()).toBe(404);
});

test('each file that is refused says why; the others arrive @rest', async ({ page, watched }) => {
  watched.expectErrors(/Failed to load resource/);
  await page.goto('/settings/files');
  await upload(page, samples.program, samples.text);
  await expect(page.getByRole('alert')).toContainText('Failed to upload setup.exe.');
  await expect(list(page)).toHaveCount(1);
  await expectClean(page);
  await page.getByRole('button', { name: 'Dismiss setup.exe' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('an upload shows its progress, can be cancelled, and is retried when the connection is cut @rest', async ({
  page,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.goto('/settings/files');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  await upload(page, samples.text);
  await expect(page.getByRole('progressbar', { name: 'Uploading notes.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel notes.txt' }).click();
  await expect(page.getByRole('list', { name: 'Uploads' })).toBeHidden();
  held.resolve();
  await page.unroute('**/api/upload');

  await page.route('**/api/upload', (route) => route.abort('internetdisconnected'));
  await upload(page, samples.text);
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute('**/api/upload');
  await page.getByRole('button', { name: 'Try notes.txt again' }).click();
  await expect(list(page)).toHaveCount(1);
});

test('the quota is shown as our server counts it, in bytes and in files [UP-11] @phone-rest @rest', async ({
  page,
}) => {
  const megabyte = 1024 * 1024;
  const room = { used: 25 * megabyte, quota: 1024 * megabyte, used_files: 9_500, quota_files: 10_000 };
  await page.route('**/api/v1/user/me/files*', (route) =>
    route.fulfill({ json: { files: [], next: null, ...room } }),
  );
  await page.goto('/settings/files');
  await expect(
    page.getByText(
      '25 MB of 1 GB used, 9,500 of 10,000 files. To free up storage, delete what you do not need.',
    ),
  ).toBeVisible();
  const meter = page.getByRole('meter', { name: 'File storage' });
  await expect(meter).toHaveAttribute('aria-valuenow', '95');
});

test('/files leads to the files in the settings, also for a visitor who has to sign in first [PAGE-03] @phone @rest', async ({
  page,
}) => {
  await page.goto('/files');
  await expect(page).toHaveURL('/settings/files');
  await expect(page.getByText('You have no files here.')).toBeVisible();
  // Without asking the server, too.
  await page.goto('/dashboard');
  await page.evaluate(() => history.pushState(null, '', '/files'));
  await expect(page).toHaveURL('/settings/files');
  await expect(page.getByText('You have no files here.')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/files/');
  await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fsettings%2Ffiles');
});

test('a long list comes a page at a time @rest', async ({ page }) => {
  const file = (count: number) => ({
    file_id: count.toString(16).padStart(32, '0'),
    url: `${process.env.BASE_URL}/files/${count.toString(16).padStart(32, '0')}`,
    name: `note-${count}.txt`,
    size: 1_500_000,
    media_type: 'text/plain',
    created_at: '2026-11-20T12:00:00.000Z',
    expires_at: null,
    thumbnail_url: null,
  });
  const room = { used: 4_500_000, quota: 5_000_000, used_files: 3, quota_files: 10_000 };
  const pages = [
    { files: [file(3), file(2)], next: 'older', ...room },
    { files: [file(1)], next: null, ...room },
  ];
  await page.route('**/api/v1/user/me/files*', (route) =>
    route.fulfill({ json: pages[route.request().url().includes('after=older') ? 1 : 0] }),
  );
  await page.goto('/settings/files');
  await expect(list(page)).toHaveCount(2);
  await expect(page.getByText('To free up storage, delete what you do not need.')).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(list(page)).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('a file is pasted with its name, a folder is refused with a sentence, and what is dropped beside the place for it does not take the page away @rest', async ({
  page,
}) => {
  await page.goto('/settings/files');
  const button = page.getByRole('button', { name: 'Upload files' });
  await expect(button).toBeVisible();
  const isStopped = await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'x.txt', { type: 'text/plain' }));
    const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('h1')?.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(isStopped).toBe(true);

  await button.evaluate((place) => {
    DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true, name: 'Holidays' }) as never;
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([''], 'Holidays'));
    place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('alert')).toHaveText(
    'A folder cannot be added. Open it and drop the files in it instead.',
  );
  await expectClean(page);

  // As file managers copy it.
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'x.txt', { type: 'text/plain' }));
    clipboardData.setData('text/plain', '/home/ada/x.txt');
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(list(page)).toHaveText(/x\.txt/);
  await expect(page.getByRole('alert')).toBeHidden();
});
