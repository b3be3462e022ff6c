import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { test } from './people.ts';
import { box, choose, createSpace } from './room.ts';
import { samples } from './samples.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'Files to send' });

test('a picture dropped in the settings of a space is not attached to the message as well @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await page.goto(await createSpace(api, lovelace));
  await choose(page, 'Space settings');
  const dialog = page.getByRole('dialog', { name: 'Space settings' });
  const place = dialog.getByRole('button', { name: 'Choose a picture' });
  const dataTransfer = await page.evaluateHandle(
    ({ name, type, content }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const held = new DataTransfer();
      held.items.add(new File([bytes], name, { type }));
      return held;
    },
    { ...samples.picture, type: 'image/png', content: samples.picture.buffer.toString('base64') },
  );
  const hint = page.getByText('Drop files to add them to your message');
  await page.locator('body').dispatchEvent('dragover', { dataTransfer });
  await expect(hint).toBeVisible();
  await place.dispatchEvent('dragover', { dataTransfer });
  await expect(hint).toBeHidden();
  await place.dispatchEvent('drop', { dataTransfer });
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  // Beside the dialog, too, the page below is out of reach.
  await page.getByRole('presentation').first().dispatchEvent('drop', { dataTransfer });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(chips(page)).toHaveCount(0);
  await box(page).dispatchEvent('drop', { dataTransfer });
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
});
