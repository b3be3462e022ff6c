import type { Locator } from '@playwright/test';
import { expectDashboard, newPerson, type Server, server, storeSignIn } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { test as base, expect, isLongRun } from './journey.ts';
import { mailedLink } from './mails.ts';

const test = base.extend<{ forgot: AuthForm; reset: AuthForm; api: Server }>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  forgot: async ({ page, watched }, use) => {
    watched.expectErrors(/Failed to load resource/);
    await use(new AuthForm(page, 'Send Reset Link'));
  },
  reset: async ({ page, watched }, use) => {
    watched.expectErrors(/Failed to load resource/);
    await use(new AuthForm(page, 'Reset Password'));
  },
});

/** The colour of its words, as red, green and blue from 0 to 255. */
const colorOf = (message: Locator) =>
  message.evaluate((element) => {
    const dot = document.createElement('canvas').getContext('2d');
    if (!dot) return [];
    dot.fillStyle = getComputedStyle(element).color;
    dot.fillRect(0, 0, 1, 1);
    return [...dot.getImageData(0, 0, 1, 1).data];
  });

/** A sign-in token that is well-formed and invalid. */
const leftOver = `e30.${btoa('{"exp":9999999999}')}.e30`;

const next = 'Battery-staple-8';
const both = { 'New password': next, 'Confirm password': next };

test('a forgotten password: a mailed link, a new password, and in again [FORGOT-01 FORGOT-02 FORGOT-22 RESET-01 RESET-02 RESET-03 CONST-21] @phone-rest', async ({
  page,
  api,
  forgot,
  reset,
}) => {
  const ada = await api.signUp();
  await page.goto('/forgot-password');
  await forgot.send({ Email: ada.email });
  await expect(
    page.getByRole('status').getByText('A password reset link has been sent to your email.'),
  ).toBeVisible();
  // The spent challenge is solved again; until then the button is dimmed.
  await expect(forgot.submit).toBeEnabled();
  if (isLongRun) await expectClean(page);

  const link = await mailedLink(ada.email, '/reset-password');
  await page.goto(link);
  await reset.fill(both);
  await expect(reset.box).toBeChecked();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await reset.submit.click();
  const message = page.getByRole('status').filter({ hasText: 'Your password has been reset.' });
  await expect(message).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await colorOf(message);
  expect(green).toBeGreaterThan(Math.max(red, blue));
  await page.clock.runFor(2_900);
  expect(new URL(page.url()).pathname).toBe('/reset-password');
  await page.clock.runFor(200);
  await expect(page).toHaveURL('/signin');

  const signin = new AuthForm(page, 'Sign In');
  await page.clock.resume();
  await signin.send({ 'Username or email': ada.username, Password: next });
  await expectDashboard(page);

  // A link is valid once.
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await reset.send(both);
  await expect(reset.alerts).toContainText('reset link. Please request a new one.');
});

for (const [status, sentence] of [
  [404, 'Email address not found.'],
  [429, 'Too many attempts. Please try again later.'],
  [503, 'The server’s own words.'],
] as const) {
  test(`a link refused with ${status}: ${sentence} [FORGOT-20 FORGOT-21 FORMS-01] @rest`, async ({
    page,
    forgot,
  }) => {
    await forgot.refuse('/api/auth/forgot-password', status);
    await page.goto('/forgot-password');
    await forgot.send({ Email: 'ada@example.com' });
    await forgot.expectRefused(sentence);
    await expect(forgot.field('Email')).toHaveValue('ada@example.com');
    await expect(forgot.submit).toBeEnabled();
  });
}

test('an unknown address is not found by the real server [FORGOT-21] @rest', async ({ page, forgot }) => {
  await page.goto('/forgot-password');
  await forgot.send({ Email: newPerson().email });
  await forgot.expectRefused('Email address not found.');
});

test('a new password that was set although the answer was lost is not only called an expired link @rest', async ({
  page,
  api,
  reset,
}) => {
  const ada = await api.signUp();
  const headers = await api.solved('forgot-password');
  await api.call('POST /api/auth/forgot-password', { body: { email: ada.email } }, { headers });
  await page.route(
    '**/api/auth/reset-password',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto(await mailedLink(ada.email, '/reset-password'));
  await reset.send(both);
  await expect(reset.alerts).toContainText('The server cannot be reached.');
  await reset.send();
  await expect(reset.alerts).toHaveText(
    /^Invalid or expired reset link\..* An earlier try may have worked: sign in\.$/,
  );
});

test('an email typed to sign in need not be typed again @rest', async ({ page, forgot }) => {
  await page.goto('/signin');
  await forgot.fill({ 'Username or email': 'ada@example.com' });
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(forgot.field('Email')).toHaveValue('ada@example.com');
  await forgot.fill({ Email: 'grace@example.com' });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(forgot.field('Username or email')).toHaveValue('grace@example.com');
});

test('an email and an invite code to sign up with are still there after a look at the sign-in @rest', async ({
  page,
  forgot,
}) => {
  const options = { signup: 'invite', challenge: { kind: 'altcha' }, sends_mail: true };
  await forgot.answer('/api/auth/options', options);
  await page.goto('/signup?invite=WELCOME-1');
  await forgot.fill({ Email: 'ada@example.com' });
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(forgot.field('Username or email')).toHaveValue('ada@example.com');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(forgot.field('Email')).toHaveValue('ada@example.com');
  await expect(forgot.field('Invite code')).toHaveValue('WELCOME-1');
});

for (const [status, sentence] of [
  [429, 'Too many attempts. Please try again in a minute.'],
  [400, 'Invalid or expired reset link. Please request a new one.'],
  [401, 'Invalid reset link. Please request a new one.'],
] as const) {
  test(`a reset refused with ${status}: ${sentence} [RESET-20 RESET-21 RESET-22 FORMS-01] @rest`, async ({
    page,
    reset,
  }) => {
    await reset.refuse('/api/auth/reset-password', status);
    await page.goto('/reset-password?code=some-code');
    // Once the page knows that it is signed out.
    await expect(reset.submit).toBeVisible();
    await page.evaluate((token) => localStorage.setItem('access_token', token), leftOver);
    await reset.send(both);
    await reset.expectRefused(sentence);
    await expect(reset.field('New password')).toHaveValue(next);
    await expect(reset.box).toBeChecked();
    // A refusal of an unknown link clears everything else stored of a sign-in.
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(
      status === 401 ? null : leftOver,
    );
  });
}

test('where no mail is sent, no one is asked to verify an address, and pages say whom to ask [VERIFY-06] @rest', async ({
  page,
  context,
  api,
  forgot,
}) => {
  // As a server without one answers: sign-in.test.ts; plain-http.test.ts has such a server.
  await page.route('**/api/auth/options', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), sends_mail: false } });
  });
  await page.route('**/api/v1/user/me', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), can: { verify_email: false } } });
  });
  const ada = await api.signUp();
  const whom = page.getByText('This server does not send email: ask the person who runs it');
  await page.goto('/forgot-password');
  await expect(whom).toBeVisible();
  await forgot.send({ Email: ada.email });
  await expect(page.getByRole('status').getByText('Your link is ready')).toBeVisible();
  await expect(page.getByText('A password reset link has been sent')).toHaveCount(0);

  await storeSignIn(context, ada);
  for (const path of ['/verify-email', '/settings/account']) {
    await page.goto(path);
    await expect(whom).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new link' })).toHaveCount(0);
  }
  // Also where the address is someone's already, and there is no link.
  const { email } = newPerson();
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(email);
  await page.getByLabel('Your password').fill(ada.password);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(
    page.getByText(`An email for ${email} is with the person who runs this server.`),
  ).toBeVisible();
  await expect(page.getByText('Open the link in it')).toHaveCount(0);
  await page.goto('/notifications');
  await expect(page.getByText('No notifications yet.')).toBeVisible();
  await expect(page.getByText('Verify your email address')).toHaveCount(0);
});

test('an email that is confirmed where its owner is not signed in leads to the sign-in @rest', async ({
  page,
  api,
}) => {
  const ada = await api.signUp();
  const { email } = newPerson();
  await api.as(ada, 'POST /api/auth/change-email', { body: { email, current_password: ada.password } });
  await page.goto(await mailedLink(email, '/change-email'));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/signin');
});

test('another email counts once it is confirmed there, and the old one can be restored @rest', async ({
  page,
  context,
  api,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const ada = await api.signUp();
  const { email } = newPerson();
  await api.as(ada, 'POST /api/auth/change-email', { body: { email, current_password: ada.password } });
  await storeSignIn(context, ada);
  await page.goto(await mailedLink(email, '/change-email'));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText(`Your email is now ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(ada.email, '/undo-email'));
  await page.getByRole('button', { name: 'Keep My Email' }).click();
  await expect(page.getByText(`Your email is ${ada.email}`)).toBeVisible();
  await expectClean(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();

  await test.step('opened once more, the link says that it was used, and leads on', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Keep My Email' }).click();
    await expect(page.getByRole('alert')).toContainText('The link was used, or has expired.');
    await page.getByRole('link', { name: 'Set a new password' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });
});
