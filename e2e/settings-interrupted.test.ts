import type { Page } from '@playwright/test';
import { newPerson, signInFromOtherTab } from './account.ts';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { endSignInElsewhere, expire, test } from './member.ts';
import { createLink, createSpace } from './room.ts';
import { samples } from './samples.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });

/** Presses Save, unless the page already knows that its sign-in has ended and asks for the password. */
async function pressSave(page: Page) {
  const save = page.getByRole('button', { name: 'Save' });
  await expect(async () => {
    if (await dialogOf(page).isVisible()) return;
    await save.click({ timeout: 1_000 });
  }).toPass();
}

/** The server pushes nothing to the page: it learns that its sign-in has ended when something is pressed. */
async function muteServer(page: Page) {
  await page.routeWebSocket('**/live', (socket) => socket.close());
  await page.route('**/api/v1/changes?**', () => {});
}

/** Answers the dialog over the page. */
async function signInAgain(page: Page, password: string) {
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('checkbox', { name: 'I am human' })).toBeChecked();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
}

test('a sign-in that ends while a bio is typed asks for the password there, and the save goes on @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await muteServer(page);
  await page.goto('/settings/profile');
  await page.getByLabel('Bio').fill('Half a life, and more to come.');
  await endSignInElsewhere(api, ada);

  await pressSave(page);
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(ada.username);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectClean(page);

  // The dialog can be closed to look at the page, and opened again.
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Bio')).toHaveValue('Half a life, and more to come.');
  await expectClean(page);
  await page.getByRole('button', { name: 'Sign in again' }).click();

  await expect(dialog.getByRole('checkbox', { name: 'I am human' })).toBeChecked();
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-7');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await dialog.getByLabel('Password', { exact: true }).fill(ada.password);
  await expect(dialog.getByRole('checkbox', { name: 'I am human' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page).toHaveURL('/settings/profile');
  expect((await api.as(await api.signIn(ada), 'GET /api/v1/user/me', {})).bio).toBe(
    'Half a life, and more to come.',
  );
});

test('a member who discards the typed text is sent to sign in, and comes back @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await page.goto('/settings/profile');
  await page.getByLabel('Bio').fill('Not that important.');
  await endSignInElsewhere(api, ada);
  await pressSave(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fsettings%2Fprofile');
});

test('with nothing typed the page asks to sign in, as every page of members @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await page.goto('/settings/profile');
  await page.getByLabel('Bio').waitFor();
  await page.evaluate(() => {
    localStorage.removeItem('refresh_token');
    localStorage.removeItem('access_token');
  });
  await expire(page, ada);
  await page.goto('/settings/privacy');
  await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fsettings%2Fprivacy');
});

test('one member’s typed text is never shown to another who signs in in the same browser @rest', async ({
  page,
  context,
  ada: _signedIn,
  api,
}) => {
  await page.goto('/settings/profile');
  await page.getByLabel('Bio').fill('For Ada’s eyes only');
  const tab = await context.newPage();
  await tab.goto('/privacy');
  await signInFromOtherTab(tab, await api.signUp(newPerson()));
  await expect(page.getByLabel('Bio')).toHaveValue('');
});

test('where the challenge needs a separate document, one signs in in another tab, and the page goes on @rest', async ({
  page,
  context,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await page.route('**/api/auth/options', (route) =>
    route.fulfill({
      json: { signup: 'open', challenge: { kind: 'turnstile', site_key: 'x' }, sends_mail: true },
    }),
  );
  await page.goto('/settings/profile');
  await page.getByLabel('Bio').fill('Waits for me.');
  await endSignInElsewhere(api, ada);
  await pressSave(page);
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('everything you typed stays here');
  await expectClean(page);
  const opened = context.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open the sign-in page' }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/signin/);
  await signInFromOtherTab(tab, await api.signIn(ada));
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Bio')).toHaveValue('Waits for me.');
});

test('a sign-in that ends while a picture is cut or a file is sent is asked for over the page, too @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  test.slow();
  watched.expectErrors(/Failed to load resource.*401/);
  async function end() {
    await endSignInElsewhere(api, ada);
  }

  await muteServer(page);
  await page.goto('/settings/pictures');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a profile picture' }).click();
  await (await choosing).setFiles(samples.picture);
  await expect(page.getByRole('application')).toBeVisible();
  await end();
  await pressSave(page);
  await signInAgain(page, ada.password);
  const cutting = page.getByRole('application');
  await expect(async () => {
    // Another request may have asked for the password before Save was pressed.
    if (await cutting.isVisible()) await page.getByRole('button', { name: 'Save' }).click({ timeout: 1_000 });
    await expect(cutting).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Remove profile picture' })).toBeVisible();

  await page.getByRole('link', { name: 'Files' }).click();
  await expect(page.getByText('You have no files here.')).toBeVisible();
  await end();
  const choosingFile = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload files' }).click();
  await (await choosingFile).setFiles(samples.text);
  await signInAgain(page, ada.password);
  await expect(page.getByRole('list', { name: 'Your files' }).getByRole('listitem')).toHaveCount(1);
});

test('a sign-in that ends on the page of an invitation is asked for there, and the join goes on @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  const grace = await api.signUp();
  const { path } = await createLink(api, grace, await createSpace(api, grace));
  await muteServer(page);
  await page.goto(path);
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await endSignInElsewhere(api, ada);
  await page.getByRole('button', { name: 'Join' }).click();
  await signInAgain(page, ada.password);
  await expect(page.getByRole('heading', { name: 'Book club', level: 1 })).toBeVisible();
  const { first_name, last_name } = await api.as(await api.signIn(ada), 'GET /api/v1/user/me', {});
  expect([first_name, last_name]).toEqual(['Ada', 'Lovelace']);
});

test('a form that is cancelled while the sign-in is over changes nothing after the next one @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await muteServer(page);
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(newPerson().email);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(ada.password);
  await page.getByLabel('New password', { exact: true }).fill('Better-horse-8');
  await page.getByLabel('Confirm password', { exact: true }).fill('Better-horse-8');
  await endSignInElsewhere(api, ada);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign in again' }).click();
  await signInAgain(page, ada.password);
  await expect(page.getByLabel('New email')).not.toHaveValue('');
  await api.signIn(ada);
  expect(watched.requests.filter((request) => request.url().endsWith('/me/password'))).toHaveLength(1);
});

test('what is typed in a dialog is not lost with the sign-in, nor by a reload @phone-rest @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await muteServer(page);
  await page.goto('/spaces');
  await page.getByRole('main').getByRole('button', { name: 'New space' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New space' });
  await dialog.getByLabel('Name').fill('Gardeners');
  await dialog.getByLabel('Description').fill('Everything that grows.');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  await (await asked).dismiss();

  await endSignInElsewhere(api, ada);
  await dialog.getByRole('button', { name: 'Create space' }).click();
  // Put aside, it is asked for again when the form is sent.
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialogOf(page)).toBeHidden();
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await signInAgain(page, ada.password);
  await expect(dialog.getByLabel('Description')).toHaveValue('Everything that grows.');
  await dialog.getByRole('button', { name: 'Create space' }).click();
  await expect(page).toHaveURL(/\/spaces\/[\da-f-]{36}$/);
});

test('what is typed in a dialog over a chat is not lost with the sign-in either @rest', async ({
  page,
  ada,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*401/);
  await page.goto('/chat');
  await page.getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('Garden');
  await dialog.getByLabel('Instructions').fill('Answer as a gardener would.');
  await endSignInElsewhere(api, ada);
  await signInAgain(page, ada.password);
  await expect(dialog.getByLabel('Instructions')).toHaveValue('Answer as a gardener would.');
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await expect(page.getByRole('button', { name: 'Garden 0 conversations' })).toBeVisible();
});
