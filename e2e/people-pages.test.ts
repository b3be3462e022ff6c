import type { Page } from '@playwright/test';
import { expectClean, expectCleanInBothColours } from './axe.ts';
import { expect } from './journey.ts';
import { befriend, createMember, type NamedMember, personPage, test, uniqueName } from './people.ts';

/** Gives the page so many made-up friends. */
async function withFriends(page: Page, count: number, also = {}) {
  const can = { befriend: false, invite: true, unfriend: true, block: true, report: true };
  const hidden = { bio: null, location: null, cover_picture_url: null, profile_picture_url: null };
  const json = Array.from({ length: count }, (_, index) => ({
    since: '2026-11-01T00:00:00.000Z',
    user: {
      ...hidden,
      user_id: `01a1ff14-0000-7000-8000-${String(index).padStart(12, '0')}`,
      username: `friend${index}`,
      first_name: 'Friend',
      last_name: `Number ${index}`,
      tagline: index % 3 ? 'A few words' : null,
      friendship: 'friend',
      can,
      ...also,
    },
  }));
  await page.route('**/api/v1/user/friends?', (route) => route.fulfill({ json }));
}

const list = (page: Page) => page.getByRole('list', { name: 'Friends' });

test('a thousand friends are all there, and one of them is found by a part of the name @rest', async ({
  page,
}) => {
  await withFriends(page, 1_000);
  await page.goto('/community');
  await expect(list(page).getByRole('listitem')).toHaveCount(1_000);
  // A visible person can be acted on, however far down the list.
  await list(page).getByRole('listitem').last().scrollIntoViewIfNeeded();
  await expect(list(page).getByRole('link', { name: 'Friend Number 999' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter your friends' }).fill('number 777');
  await expect(page.getByText('1 of your 1,000 friends')).toBeVisible();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
});

test('the filter stays as long as it filters, however few friends are left @rest', async ({ page }) => {
  await withFriends(page, 8);
  await page.goto('/community');
  const filter = page.getByRole('searchbox', { name: 'Filter your friends' });
  await filter.fill('number');
  await expect(page.getByText('8 of your 8 friends')).toBeVisible();
  await page.route('**/api/v1/user/friends?friend_id=*', (route) => route.fulfill({ json: {} }));
  await withFriends(page, 7);
  await page.getByRole('button', { name: 'More about Friend Number 7' }).click();
  await page.getByRole('menuitem', { name: 'Unfriend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unfriend' }).click();
  await expect(page.getByText('7 of your 7 friends')).toBeVisible();
  await expect(filter).toHaveValue('number');
  await filter.fill('');
  await expect(list(page).getByRole('listitem')).toHaveCount(7);
  await expect(filter).toHaveCount(0);
});

test('names and words without spaces never make a page wider than a phone @rest', async ({ page }) => {
  const long = { first_name: 'A'.repeat(50), last_name: 'B'.repeat(50), tagline: 'c'.repeat(100) };
  await withFriends(page, 40, long);
  await page.setViewportSize({ width: 320, height: 560 });
  await page.goto('/community');
  await expect(list(page).getByRole('listitem')).toHaveCount(40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('a list that could not be loaded says why, and can be retried @rest', async ({
  page,
  watched,
  hopper,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route(/\/api\/v1\/user(\?|\/friend|\/sent)/, (route) => route.abort());
  for (const [path, ...sentences] of [
    ['/community', 'Failed to retrieve friends'],
    [
      '/community?view=requests',
      'Failed to retrieve incoming friend requests',
      'Failed to retrieve sent friend requests',
    ],
    [personPage(hopper), 'Failed to fetch user profile'],
  ] as const) {
    await page.goto(path);
    for (const sentence of sentences) {
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toContainText(
        'The server cannot be reached. Check your connection and try again.',
      );
    }
  }
  await expectClean(page);
  await page.unroute(/\/api\/v1\/user(\?|\/friend|\/sent)/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hopper.name);
});

test('the pages about people work at 320 px @rest', async ({ page, api, lovelace, hopper, watched }) => {
  watched.expectErrors(/Failed to load resource/);
  const other = await createMember(api, { first_name: 'Alan', last_name: uniqueName() });
  await befriend(api, lovelace, hopper);
  await api.as(other, 'POST /api/v1/user/friend-requests', { query: { friend_id: lovelace.user_id } });
  const { code } = await api.as(other, 'GET /api/v1/user/me/friend-link', {});
  await page.setViewportSize({ width: 320, height: 560 });
  for (const path of [
    '/community',
    '/community?view=requests',
    `/community?view=find&q=${encodeURIComponent(hopper.name)}`,
    personPage(hopper),
    '/person',
    '/profile',
    '/notifications',
    '/person?user_id=nobody',
    `/befriend?code=${code}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test('pages about people have nothing for axe to find @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  turing,
  watched,
}) => {
  test.slow();
  watched.expectErrors(/Failed to load resource/);
  const { code } = await api.as(turing, 'GET /api/v1/user/me/friend-link', {});
  await page.goto('/community');
  await expect(page.getByText('You have no friends here yet.')).toBeVisible();
  await expectCleanInBothColours(page);
  await meet(api, lovelace, hopper, turing);
  for (const [path, shown] of [
    ['/community', hopper.name],
    ['/community?view=requests', turing.name],
    ['/community?view=find', 'Your friend link'],
    [`/community?view=find&q=${encodeURIComponent(turing.name)}`, `1 person found for “${turing.name}”.`],
    [`/community?view=find&q=${uniqueName()}`, 'No one found'],
    [`/search?q=${encodeURIComponent(turing.name)}`, `1 result for “${turing.name}”`],
    [personPage(hopper), 'You are friends'],
    ['/person', 'Still missing'],
    ['/profile', 'Still missing'],
    ['/notifications', 'wants to be your friend'],
    ['/person?user_id=nobody', 'User not found'],
    [`/befriend?code=${code}`, turing.name],
    ['/befriend?code=none', 'This friend link does not work.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first()).toBeVisible();
    // A button half behind the bar of a phone does not count as a small target.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
    await expectCleanInBothColours(page);
  }
});

test('what opens about people has nothing for axe to find @phone @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  test.slow();
  const other = await createMember(api, { first_name: 'Alan', last_name: uniqueName() });
  await meet(api, lovelace, hopper, other);
  await page.goto(personPage(hopper));
  for (const action of ['Unfriend', 'Block', 'Report']) {
    if (action === 'Unfriend') {
      await page.getByRole('button', { name: `Unfriend ${hopper.name}` }).click();
    } else {
      await page.getByRole('button', { name: `More about ${hopper.name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    }
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectCleanInBothColours(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog')).toContainText('wants to be your friend');
  // What pops up stands beside the page, in no landmark of it.
  await expectCleanInBothColours(page, ['region']);
  await page.keyboard.press('Escape');

  await page.goto('/community?view=find');
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectCleanInBothColours(page);
  await page.getByRole('button', { name: 'Renew link' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectCleanInBothColours(page);
});

test('the card of a person has nothing for axe to find @rest', async ({ page, api, lovelace, hopper }) => {
  await befriend(api, lovelace, hopper);
  await page.goto('/community');
  await list(page).getByRole('link', { name: hopper.name }).hover();
  await expect(page.getByRole('dialog', { name: hopper.name })).toBeVisible();
  await expectCleanInBothColours(page, ['region']);
});

/** Ada is Grace's friend, and Alan would like to be. */
async function meet(
  api: Parameters<typeof createMember>[0],
  ada: NamedMember,
  grace: NamedMember,
  alan: NamedMember,
): Promise<void> {
  await befriend(api, ada, grace);
  await api.as(alan, 'POST /api/v1/user/friend-requests', { query: { friend_id: ada.user_id } });
}
