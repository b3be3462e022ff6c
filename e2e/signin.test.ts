import type { Page } from '@playwright/test';
import { expectDashboard, type Server, server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { test as base, expect } from './journey.ts';

const test = base.extend<{ form: AuthForm; api: Server }>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  form: async ({ page, watched }, use) => {
    watched.expectErrors(/Failed to load resource/);
    await use(new AuthForm(page, 'Sign In'));
  },
});

const path = '/api/auth/signin';
const who = { 'Username or email': 'ada', Password: 'Correct-horse-7' };

test('signing in by username, with a challenge actually solved, leads to the dashboard [SIGNIN-01 SIGNIN-02 SIGNIN-03 SIGNIN-08 AUTH-01] @phone-rest [CHECK-7]', async ({
  page,
  form,
  api,
}) => {
  const ada = await api.signUp();
  await page.goto('/signin');
  const username = form.field('Username or email');
  const password = form.field('Password');
  // What password managers go by.
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(username).toHaveAttribute('name', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('name', 'password');
  await expect(form.submit).toHaveAttribute('type', 'submit');
  const isPasteStopped = await password.evaluate(
    (input) => !input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  );
  expect(isPasteStopped).toBe(false);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await form.send({ 'Username or email': ada.username, Password: ada.password });
  await expectDashboard(page);
});

test('the texts open over the form, which keeps what is typed, and links lead to the other forms [SIGNIN-04 SIGNIN-05 SIGNIN-06 SIGNUP-04 SIGNUP-05]', async ({
  page,
  form,
}) => {
  await page.goto('/signin?redirectAfterSignIn=/spaces');
  await form.fill(who);
  await expectTexts(page);
  for (const [label, typed] of Object.entries(who)) await expect(form.field(label)).toHaveValue(typed);
  // Every link keeps where one was going.
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/signup?redirectAfterSignIn=%2Fspaces');
  await form.fill({ Username: 'ada', Password: who.Password });
  await expectTexts(page);
  await expect(form.field('Username')).toHaveValue('ada');
  await expect(form.field('Password')).toHaveValue(who.Password);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/signin?redirectAfterSignIn=%2Fspaces');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password?redirectAfterSignIn=%2Fspaces');
});

/** Opens the terms and the privacy policy over a form, and closes both. */
async function expectTexts(page: Page) {
  for (const [text, since] of [
    ['Terms and Conditions', 'Effective date 02/02/2025'],
    ['Privacy Policy', 'Last updated 02/02/2025'],
  ] as const) {
    await page.getByRole('button', { name: text }).click();
    const dialog = page.getByRole('dialog', { name: text });
    await expect(dialog).toContainText(since);
    if (text === 'Terms and Conditions') await page.keyboard.press('Escape');
    else await dialog.getByLabel('Close').click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: text })).toBeFocused();
  }
}

test('by email, with Enter, and on to where one was going [SIGNIN-01 FIELD-10 ROUTE-07] @rest', async ({
  page,
  form,
  api,
}) => {
  const ada = await api.signUp();
  await page.goto('/signin?redirectAfterSignIn=/chat');
  const asked = page.waitForRequest(`**${path}`);
  await form.fill({ 'Username or email': ada.email, Password: ada.password });
  await expect(form.box).toBeChecked();
  await form.field('Password').press('Enter');
  expect((await asked).postDataJSON()).toEqual({ email: ada.email, password: ada.password });
  await expect(page).toHaveURL('/chat');
});

test('an error appears when a field is left empty, and goes as soon as it is filled in [FIELD-08 FIELD-09 FIELD-12] @rest', async ({
  page,
  form,
}) => {
  await page.goto('/signin');
  await form.field('Username or email').focus();
  await form.field('Password').focus();
  await form.expectError('Username or email', 'Username or email is required');
  await form.field('Username or email').focus();
  await form.expectError('Password', 'Password is required');
  await form.field('Password').pressSequentially('x');
  await expect(page.getByText('Password is required')).toBeHidden();
});

for (const [status, sentence] of [
  [401, 'Incorrect username or password'],
  [429, 'Too many attempts. Please try again later.'],
  [403, 'The server’s own words.'],
] as const) {
  test(`refused with ${status}: ${sentence} [SIGNIN-20 SIGNIN-21 SIGNIN-22 FORMS-01] @rest`, async ({
    page,
    form,
  }) => {
    await form.refuse(path, status);
    await page.goto('/signin');
    let challenges = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/challenge')) challenges += 1;
    });
    await form.send(who);
    await form.expectRefused(sentence);
    // Nothing typed is lost, and the spent challenge is solved anew.
    await expect(form.field('Username or email')).toHaveValue(who['Username or email']);
    await expect(form.field('Password')).toHaveValue(who.Password);
    await expect.poll(() => challenges).toBe(2);
    await expect(form.box).toBeChecked();
    await expectClean(page);
  });
}

test('a refused sign-in clears the tokens that are left over [SIGNIN-20] @rest', async ({ page, form }) => {
  await page.goto('/signin');
  await form.refuse(path, 401);
  // Once the page knows that it is signed out.
  await expect(form.submit).toBeVisible();
  const leftOver = `e30.${btoa('{"exp":9999999999}')}.e30`;
  await page.evaluate((token) => localStorage.setItem('access_token', token), leftOver);
  await form.send(who);
  await form.expectRefused('Incorrect username or password');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('a page of a proxy in place of an answer: the generic sentence [SIGNIN-22] @rest', async ({
  page,
  form,
}) => {
  await page.route(`**${path}`, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await page.goto('/signin');
  await form.send(who);
  await form.expectRefused('An unexpected error occurred. Please try again.');
});

test('a response without tokens is reported [SIGNIN-23] @rest', async ({ page, form }) => {
  await form.answer(path, {});
  await page.goto('/signin');
  await form.send(who);
  await form.expectRefused('Tokens not received from server.');
});

test('without a connection the form says so and keeps everything @rest', async ({ page, form }) => {
  await page.route(`**${path}`, (route) => route.abort('internetdisconnected'));
  await page.goto('/signin');
  await form.send(who);
  await form.expectRefused(
    'The server cannot be reached. Check your connection and try again; what you typed is still here.',
  );
  await expect(form.field('Password')).toHaveValue(who.Password);
});

test('pressing twice sends once, and the button shows that it is at work @rest', async ({ page, form }) => {
  let calls = 0;
  await page.route(`**${path}`, () => {
    calls += 1;
  });
  await page.goto('/signin');
  await form.fill(who);
  await expect(form.box).toBeChecked();
  await form.submit.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const busy = page.getByRole('button', { name: 'Signing in…' });
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await form.field('Password').press('Enter');
  await busy.click({ force: true });
  await expect(busy).toBeVisible();
  expect(calls).toBe(1);
});
