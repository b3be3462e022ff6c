import { expectCleanInBothColours } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { test, toastOf } from './people.ts';
import { box, choose, createSpace, idOf, join, log } from './room.ts';
import { samples } from './samples.ts';

test('an owner who archives a space is asked, and undoes it [TOLD-02]', async ({ page, api, lovelace }) => {
  await page.goto(await createSpace(api, lovelace));
  await choose(page, 'Archive space');
  const archiving = page.getByRole('dialog', { name: 'Archive Book club?' });
  if (isLongRun) await expectCleanInBothColours(page);
  await archiving.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(log(page).getByText('You archived this space')).toBeVisible();
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(log(page).getByText('You reopened this space')).toBeVisible();
});

test('an owner mutes a member, bans another whose face leaves the header, and deletes the space for everyone; files beside the text of the muted one can be removed [SPACE-06 TOLD-03 TOLD-05 TOLD-06] @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  arrive,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  for (const who of [hopper, turing]) {
    await join(api, who, address);
    await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
      params: { space_id: idOf(address) },
      body: { message_id: crypto.randomUUID(), body: 'Hello' },
    });
  }
  await page.goto(address);
  const faces = page.getByRole('button', { name: /people/ }).locator('[class*=_face_]');
  await expect(faces).toHaveCount(2);
  const other = await arrive(hopper);
  await other.goto(address);
  const chosen = other.waitForEvent('filechooser');
  await other.getByRole('button', { name: 'Add files' }).click();
  await (await chosen).setFiles(samples.text);
  await expect(other.getByText(samples.text.name)).toBeVisible();
  await choose(page, 'Members');
  const members = page.getByRole('dialog', { name: 'Members' });
  const menuOf = (name: string) => members.getByRole('button', { name: `More about ${name}` });
  await menuOf(hopper.name).click();
  for (const item of ['Profile', 'Report', 'Block', 'Mute for an hour', 'Mute for a day']) {
    await expect(page.getByRole('menuitem', { name: item, exact: true })).toBeVisible();
  }
  await page.getByRole('menuitem', { name: 'Mute until lifted' }).click();
  await expect(other.getByText('A host has muted you. You can still read.')).toBeVisible();
  await other.getByRole('button', { name: `Remove ${samples.text.name}` }).click();
  await expect(other.getByText(samples.text.name)).toBeHidden();
  await menuOf(hopper.name).click();
  await page.getByRole('menuitem', { name: 'Unmute' }).click();
  await expect(box(other)).toBeVisible();
  await menuOf(turing.name).click();
  await page.getByRole('menuitem', { name: 'Remove and ban' }).click();
  const banning = page.getByRole('dialog', { name: /^Remove and ban/ });
  await banning.getByRole('button', { name: 'Remove and ban' }).click();
  await expect(banning).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(members).toBeHidden();
  await expect(faces).toHaveCount(1);

  await choose(page, 'Delete space');
  watched.expectErrors(/Failed to load resource/);
  await page
    .getByRole('dialog', { name: 'Delete Book club for good?' })
    .getByRole('button', { name: 'Delete space' })
    .click();
  await expect(page).toHaveURL('/spaces');
  await expect(other.getByText('You are not in this space.')).toBeVisible();
  expect((await api.as(hopper, 'GET /api/v1/spaces', {})).spaces).toEqual([]);
});
