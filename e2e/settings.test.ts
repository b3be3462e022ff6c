import { server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean, expectCleanInBothColours } from './axe.ts';
import { expect } from './journey.ts';
import { me, test } from './member.ts';

const sections = [
  ['Profile', '/settings/profile'],
  ['Pictures', '/settings/pictures'],
  ['Email and password', '/settings/account'],
  ['Sign-ins', '/settings/sign-ins'],
  ['Appearance', '/settings/appearance'],
  ['Models & keys', '/settings/models'],
  ['Instructions', '/settings/instructions'],
  ['Notifications', '/settings/notifications'],
  ['Privacy', '/settings/privacy'],
  ['Blocked people', '/settings/blocked'],
  ['Files', '/settings/files'],
  ['Your data', '/settings/data'],
] as const;

test.beforeEach(({ ada }) => void ada);

test('the settings begin with the profile, and every section is a link beside it @rest', async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/settings/profile');
  const nav = page.getByRole('navigation', { name: 'Settings' });
  for (const [name, path] of sections) {
    await nav.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${name} · Settings`));
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    // The list keeps its position, and the keyboard focus its place in it.
    await expect(nav.getByRole('link', { name, exact: true })).toBeFocused();
  }
});

test('on a phone the settings are a list, and each section leads back to it @touch @rest', async ({
  page,
}) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expectClean(page);
  for (const [name, path] of sections) {
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
  }
});

test('the settings work at 320 px @rest', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 560 });
  for (const [name, path] of [['Settings', '/settings'], ...sections]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});

test('the settings have nothing for axe to find @phone-rest @rest', async ({ page }) => {
  test.slow();
  for (const [name, path] of sections) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expectCleanInBothColours(page);
  }
  await page.goto('/account-deleted');
  await expectCleanInBothColours(page);
});

test.describe('the profile', () => {
  test('is saved and there after a reload, and says what is still missing [PEOPLE-09] @rest', async ({
    page,
    ada,
    api,
  }) => {
    await page.goto('/settings/profile');
    const missing = page.getByText('To complete your profile');
    await expect(missing).toContainText('your first name, your last name, a bio and a profile picture');
    await missing.getByRole('link', { name: 'a bio' }).click();
    await expect(page.getByLabel('Bio')).toBeFocused();

    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Tagline').fill('Poetical science');
    await page.getByLabel('Bio').fill('I write notes.\nOn engines.');
    await expect(page.getByText('26 / 1,000')).toBeVisible();
    await page.getByLabel('Location').fill('London');
    await page.getByLabel('Birth date').fill('1985-12-10');
    await page.getByLabel('Phone').fill('+44 20 7946-0000');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
    await expect(missing).toContainText('add a profile picture.');

    await page.reload();
    await expect(page.getByLabel('Bio')).toHaveValue('I write notes.\nOn engines.');
    await expect(page.getByLabel('Phone')).toHaveValue('+442079460000');
    expect(await api.as(ada, 'GET /api/v1/user/me', {})).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      tagline: 'Poetical science',
      location: 'London',
      birth_date: '1985-12-10',
    });
    // Nothing is unsaved any more, so no confirmation is asked.
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect(page).toHaveURL('/settings/privacy');
  });

  test('a new username is the one to sign in with, and the old one stays taken [USER-03] @rest', async ({
    page,
    ada,
    baseURL,
    context,
  }) => {
    await page.goto('/settings/profile');
    const renamed = `${ada.username}.two`;
    await page.getByLabel('Username').fill(renamed);
    await expect(page.getByText(`Once this is saved, you sign in with ${renamed}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();

    const other = server(baseURL ?? '');
    await expect(other.signUp({ ...ada, email: `other.${ada.email}` })).rejects.toThrow('409');
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/signin');
    await new AuthForm(page, 'Sign In').send({ 'Username or email': renamed, Password: ada.password });
    await expect(page).toHaveURL('/dashboard');
  });

  test('a taken username is refused at its field, and everything typed stays @rest', async ({
    page,
    api,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*409/);
    const grace = await api.signUp();
    await page.goto('/settings/profile');
    await page.getByLabel('Username').fill(grace.username);
    await page.getByLabel('Bio').fill('Stays.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This username is taken')).toBeVisible();
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(page.getByLabel('Bio')).toHaveValue('Stays.');
    await expectClean(page);
  });

  test('each field says what is wrong with it once it is left @rest', async ({ page }) => {
    await page.goto('/settings/profile');
    for (const [label, typed, sentence] of [
      ['Username', '1ada', 'Username must start with a letter'],
      ['First name', 'x'.repeat(51), 'First name must have at most 50 characters'],
      ['Bio', 'x'.repeat(1001), 'Bio must have at most 1,000 characters'],
      ['Birth date', '1899-12-31', 'Please enter a date after 1900'],
      ['Phone', '12345', 'Please enter a phone number with its country code, such as +44 20 7946 0000'],
    ] as const) {
      await page.getByLabel(label).fill(typed);
      await page.getByLabel(label).blur();
      await expect(page.getByText(sentence)).toBeVisible();
    }
    await expectClean(page);
  });

  test('a save that fails keeps everything typed and says why [MODEL-23] @rest', async ({
    page,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await page.route(`**${me}`, (route) =>
      route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
    );
    await page.goto('/settings/profile');
    await page.getByLabel('Bio').fill('Do not lose me.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to update user data');
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
    await expect(page.getByLabel('Bio')).toHaveValue('Do not lose me.');
    await page.unroute(`**${me}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
  });

  test('leaving with something unsaved asks first, and no more after that @rest', async ({ page }) => {
    await page.goto('/settings/profile');
    await page.getByLabel('Bio').fill('Half');
    await page.getByRole('button', { name: 'Save' }).click();
    // From here on toasts appear at once.
    await expect(page.getByText('Profile saved')).toBeVisible();
    await page.getByLabel('Bio').fill('Half a sentence');
    await page.getByRole('link', { name: 'Spaces' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await expectClean(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings/profile');
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');

    await page.getByRole('link', { name: 'Privacy' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL('/settings/privacy');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByLabel('Bio')).toHaveValue('Half');
    expect(await page.getByText('Your profile is not saved').count()).toBe(0);
  });

  test('instructions that are too long to be stored are not thrown away without a question @rest', async ({
    page,
  }) => {
    const tooLong = 'Be brief. '.repeat(3_300);
    const instructions = page.getByRole('textbox', { name: 'Instructions for all conversations' });
    await page.goto('/settings/instructions');
    await instructions.fill(tooLong);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await expect(instructions).toHaveValue(tooLong);
    await instructions.fill('Be brief.');
    await page.reload();
    await expect(instructions).toHaveValue('Be brief.');
  });

  test('on a new device instructions can be written once those of the account are there @rest', async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/records\?/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/settings/instructions');
    const instructions = page.getByRole('textbox', { name: 'Instructions for all conversations' });
    await expect(instructions).not.toBeEditable();
    held.resolve();
    await instructions.fill('Be brief.');
    await expect(instructions).toHaveValue('Be brief.');
  });

  test('typed text survives a reload and the Back button @rest', async ({ page }) => {
    await page.goto('/settings/privacy');
    await page.getByRole('link', { name: 'Profile' }).click();
    await page.getByLabel('Bio').fill('Half a sentence');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
    await expect(page.getByText('What you typed here earlier is back.')).toBeVisible();

    // Not page.goBack(), which waits until the page is another one.
    await page.evaluate(() => history.back());
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL('/settings/profile');
    await expect(page.getByLabel('Bio')).toHaveValue('Half a sentence');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect(page.getByLabel('Bio')).toHaveValue('');
  });

  test('a change in another tab arrives, and leaves the text typed here alone @rest', async ({
    page,
    context,
  }) => {
    await page.goto('/settings/profile');
    await page.getByLabel('Bio').fill('Typed here');
    const other = await context.newPage();
    await other.goto('/settings/profile');
    await other.getByLabel('First name').fill('Ada');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Profile saved')).toBeVisible();
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Bio')).toHaveValue('Typed here');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Profile saved')).toBeVisible();
  });
});

test.describe('privacy', () => {
  const names = ['Public profile', 'Let others find you', 'Let others invite you'];

  test('is three switches, all off, saved immediately and undone [USER-13] @phone-rest @rest', async ({
    page,
    ada,
    api,
  }) => {
    const settings = async () => (await api.as(ada, 'GET /api/v1/user/me', {})).privacy_settings;
    await page.goto('/settings/privacy');
    for (const name of names) await expect(page.getByRole('switch', { name })).not.toBeChecked();
    await page.getByRole('switch', { name: 'Let others find you' }).press('Space');
    await expect(page.getByRole('switch', { name: 'Let others find you' })).toBeChecked();
    // An unverified address could be another person's: it finds no one.
    await expect(
      page.getByText('Others can find you once your email address is verified', { exact: true }),
    ).toBeVisible();
    expect(await settings()).toEqual({ public_profile: false, allow_search: true, allow_invites: false });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Only your friends can find you by searching now')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Let others find you' })).not.toBeChecked();
    expect(await settings()).toEqual({ public_profile: false, allow_search: false, allow_invites: false });
    await expect(page.getByText('Your personal friend link works whatever you choose here')).toBeVisible();
  });

  test('that cannot be saved goes back and says so @rest', async ({ page, watched }) => {
    watched.expectErrors(/Failed to load resource/);
    await page.goto('/settings/privacy');
    await expect(page.getByRole('switch', { name: 'Public profile' })).not.toBeChecked();
    await page.route(`**${me}`, (route) => route.abort('internetdisconnected'));
    await page.getByRole('switch', { name: 'Public profile' }).click();
    await expect(page.getByRole('group').getByText('Failed to update user data')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Public profile' })).not.toBeChecked();
    await page.unroute(`**${me}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('switch', { name: 'Public profile' })).toBeChecked();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Public profile' })).toBeChecked();
  });

  test('pressed in quick succession ends as it was pressed last @rest', async ({ page, ada, api }) => {
    const held = Promise.withResolvers<void>();
    await page.goto('/settings/privacy');
    const found = page.getByRole('switch', { name: 'Let others find you' });
    await expect(found).not.toBeChecked();
    await page.route(`**${me}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    for (let press = 0; press < 3; press += 1) await found.press('Space');
    await expect(found).toBeChecked();
    const response = page.waitForResponse(
      (response) => response.request().postDataJSON()?.privacy_settings?.allow_search,
    );
    held.resolve();
    await response;
    await expect(found).toBeChecked();
    await expect
      .poll(async () => (await api.as(ada, 'GET /api/v1/user/me', {})).privacy_settings.allow_search)
      .toBe(true);
    await expect(found).toBeChecked();
  });
});
