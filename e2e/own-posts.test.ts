import type { Page } from '@playwright/test';
import { expectCleanInBothColours } from './axe.ts';
import { expect, isLongRun } from './journey.ts';
import { type NamedMember, test, toastOf } from './people.ts';
import { box, choose, createSpace, idOf, join, log, post, say } from './room.ts';

async function sayTwice(page: Page, address: string) {
  await page.goto(address);
  for (const text of ['My first thought', 'My second thought']) {
    await say(page, text);
    await expect(post(page, text).getByText('Sending…')).toBeHidden();
  }
}

/** The traces of two posts by this person, in place of their texts. */
async function expectTraces(page: Page, { name }: NamedMember) {
  await expect(log(page).getByText(`Deleted by ${name}`)).toHaveCount(2);
  await expect(log(page)).not.toContainText('thought');
}

const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave Book club?' });

test('who leaves a space can delete what they posted there first, and stays if that fails [SPACE-20] @phone-rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  watched,
}) => {
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  const other = await arrive(hopper);
  await other.goto(address);
  await say(other, 'What others say stays');
  await sayTwice(page, address);
  await expect(log(other)).toContainText('My second thought');

  // The room may ask once more for what it can no longer see.
  watched.expectErrors(/Failed to load resource/);
  const also = leaving(page).getByRole('switch', { name: 'Delete my messages in this space too' });
  let isDown = true;
  await page.route('**/own-posts', async (route) => {
    if (!isDown) return await route.continue();
    await expect(also).toBeDisabled();
    const json = { message: 'Please try again in a minute.', error: 'too-many', request_id: 'x' };
    return await route.fulfill({ status: 429, json });
  });
  await choose(page, 'Leave space');
  await expect(also).not.toBeChecked();
  await also.check();
  await leaving(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(leaving(page)).toContainText('You are still in the space');
  await expect(also).toBeEnabled();
  await expect(leaving(page)).toContainText('Failed to delete your messages. Please try again in a minute.');
  if (isLongRun) await expectCleanInBothColours(page);
  await leaving(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(leaving(page)).toBeHidden();
  await expect(box(page)).toBeVisible();
  await expect(log(other)).toContainText('My second thought');

  isDown = false;
  await choose(page, 'Leave space');
  // What was chosen before is not kept.
  await expect(also).not.toBeChecked();
  await also.check();
  await leaving(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/spaces');
  await expectTraces(other, lovelace);
  await expect(log(other)).toContainText('What others say stays');
  await expect(log(other)).toContainText(`${lovelace.name} left`);
});

test('what a person posted in a space they have left is listed in their settings, and deleted there [SPACE-20] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  arrive,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  const other = await arrive(hopper);
  await other.goto(address);
  await sayTwice(page, address);
  await choose(page, 'Leave space');
  await leaving(page).getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/spaces');
  await expect(log(other)).toContainText('My second thought');
  const params = { space_id: idOf(address) };
  await api.as(hopper, 'PUT /api/v1/spaces/:space_id', { params, body: { visibility: 'invited' } });

  await page.goto('/settings/data');
  const list = page.getByRole('list', { name: 'Your messages in spaces' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  // Who may not see the space any more does not learn its name.
  await expect(list).toContainText('A space you are no longer in');
  await expect(list).toContainText(/2 messages · \d+ bytes · until /);
  const meter = page.getByRole('meter', { name: 'Storage for text' });
  const before = await meter.getAttribute('aria-valuetext');
  if (isLongRun) await expectCleanInBothColours(page);

  await list.getByRole('button', { name: /^Delete my messages in a space you were in until / }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete 2 messages in a space you were in until .*\?$/ });
  if (isLongRun) await expectCleanInBothColours(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(list).toContainText('2 messages');
  await expect(list.getByRole('button')).toBeFocused();
  await list.getByRole('button').click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toastOf(page)).toContainText('2 messages are deleted');
  await expect(page.getByText('You have no messages in any space.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your messages in spaces' })).toBeFocused();
  await expect(meter).not.toHaveAttribute('aria-valuetext', before ?? '');
  await expectTraces(other, lovelace);
});
