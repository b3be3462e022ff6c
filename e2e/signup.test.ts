import type { Page, Route } from '@playwright/test';
import { expectDashboard, newPerson, type Server, server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { test as base, expect, isLongRun } from './journey.ts';
import { mailedLink } from './mails.ts';

const test = base.extend<{ form: AuthForm; api: Server }>({
  provider: null,
  api: async ({ baseURL }, use) => use(server(baseURL ?? '')),
  form: async ({ page, watched }, use) => {
    watched.expectErrors(/Failed to load resource/);
    await use(new AuthForm(page, 'Sign Up'));
  },
});

const path = '/api/auth/signup';
const waiver = '/api/v1/user/me/waiver';
const somebody = { Email: 'ada@example.com', Username: 'ada', Password: 'Correct-horse-7' };
const options = (signup: string) => ({ signup, challenge: { kind: 'altcha' }, sends_mail: true });

test('a new person signs up, accepts the waiver once, and verifies the mailed link by a press [ABOUT-01 ABOUT-04 SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-07 AUTH-02 WAIVER-01 WAIVER-02 WAIVER-03 MODEL-32 VERIFY-01 VERIFY-02 VERIFY-03 VERIFY-04 VERIFY-05] @phone-rest [CHECK-7 CHECK-27]', async ({
  page,
  form,
}) => {
  const { email, username, password } = newPerson();
  await page.goto('/signup');
  // What password managers go by.
  for (const [label, autocomplete] of [
    ['Email', 'email'],
    ['Username', 'username'],
    ['Password', 'new-password'],
  ] as const) {
    await expect(form.field(label)).toHaveAttribute('autocomplete', autocomplete);
    await expect(form.field(label)).toHaveAttribute('name', label.toLowerCase());
  }

  const busy = await busyAt(page, waiver);
  busy.start();
  await form.send({ Email: email, Username: username, Password: password });
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
  await form.expectRefused('Failed to get user waiver');
  busy.stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  const accept = page.getByRole('button', { name: 'Accept' });
  await expect(accept).toBeVisible();
  if (isLongRun) await expectClean(page);
  busy.start();
  await accept.click();
  await form.expectRefused('Failed to submit waiver');
  busy.stop();
  await accept.click();
  await expect(page).toHaveURL('/dashboard');
  // The dialog in which a model is connected can be skipped.
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectDashboard(page);
  await page.reload();
  await expectDashboard(page);

  let verifications = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/verify?')) verifications += 1;
  });
  const verify = page.getByRole('button', { name: 'Verify Email' });
  await page.goto('/verify-email?code=nobody-sent-this');
  await verify.click();
  await form.expectRefused('Failed to verify email');
  await expect(form.alerts).toContainText('Open the complete link from the email');
  const resend = page.getByRole('button', { name: 'Send a new link', exact: true });
  const resending = await busyAt(page, '/api/auth/verify');
  resending.start();
  await resend.click();
  await form.expectRefused('Failed to send verification email');
  await expect(form.alerts.last()).toContainText('Wait a moment.');
  resending.stop();
  // The first mail went out with the sign-up, a moment ago.
  await page.clock.install();
  await resend.click();
  await expect(page.getByText(/^Enough emails were sent for now/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Send a new link in \d+ s/ })).toBeDisabled();
  await page.clock.fastForward(61_000);
  // As after ten within an hour: another will not do in a minute.
  const spent = (route: Route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { message: 'Later.' } });
  await page.route('**/api/auth/verify', spent);
  await resend.click();
  await expect(page.getByRole('button', { name: 'Send a new link in 10 min' })).toBeDisabled();
  await page.clock.fastForward(540_000);
  await expect(page.getByRole('button', { name: /Send a new link in (60|5\d) s/ })).toBeDisabled();
  await page.clock.fastForward(61_000);
  const granted = (route: Route) => route.fulfill({ json: {} });
  await page.route('**/api/auth/verify', granted);
  await resend.click();
  await expect(page.getByText(`A verification link has been sent to ${email}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /Send a new link in \d+ s/ })).toBeDisabled();

  verifications = 0;
  await page.goto(await mailedLink(email, '/verify-email'));
  await expect(verify).toBeVisible();
  // Mail scanners open the page too: that alone verifies nothing.
  expect(verifications).toBe(0);
  await verify.click();
  await expect(page.getByText(`Your email ${email} is verified.`)).toBeVisible();
  expect(verifications).toBe(1);

  await test.step('opened once more, the link says that it was used', async () => {
    await page.reload();
    await verify.click();
    await form.expectRefused('Failed to verify email');
    await expect(form.alerts).toContainText('The link was used or replaced, or has expired.');
  });
});

/** Calls of this path are refused from each start to the next stop. */
async function busyAt(page: Page, path: string) {
  let isBusy = false;
  await page.route(`**${path}`, (route) =>
    isBusy
      ? route.fulfill({ status: 503, json: { message: 'Wait a moment.', error: 'busy', request_id: 'r' } })
      : route.continue(),
  );
  return {
    start() {
      isBusy = true;
    },
    stop() {
      isBusy = false;
    },
  };
}

test('a new person goes on to where they were going [ROUTE-07] @rest', async ({ page, form }) => {
  const { email, username, password } = newPerson();
  await page.goto('/signup?redirectAfterSignIn=/chat');
  await form.send({ Email: email, Username: username, Password: password });
  await expect(page).toHaveURL('/chat');
  await page.goto('/signin');
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
});

test('a username loses capitals and whitespace as it is typed, and the caret stays [FIELD-03] @rest', async ({
  page,
  form,
}) => {
  await page.goto('/signup');
  const username = form.field('Username');
  await username.fill('Ada\tLove Lace');
  await expect(username).toHaveValue('adalovelace');
  await username.fill('');
  await username.pressSequentially('Ada Lace');
  for (let step = 0; step < 4; step += 1) await username.press('ArrowLeft');
  await username.pressSequentially('L O V E');
  await expect(username).toHaveValue('adalovelace');
});

test('the five rules of a password are ticked off while it is typed [PASS-01 PASS-02 PASS-03 PASS-04 PASS-05] @rest', async ({
  page,
  form,
}) => {
  await page.goto('/signup');
  const rules = page.getByRole('list', { name: 'The password must have' }).getByRole('listitem');
  const missing = () => rules.filter({ hasText: 'missing' }).allInnerTexts();
  const short = async () => (await missing()).map((text) => text.split(',')[0]?.trim());
  const password = form.field('Password');
  await expect(rules).toHaveCount(5);
  expect(await short()).toHaveLength(5);
  for (const [typed, left] of [
    ['A', ['8+ characters', '1 lowercase letter', '1 number', '1 special character']],
    ['b', ['8+ characters', '1 number', '1 special character']],
    ['1', ['8+ characters', '1 special character']],
    ['!', ['8+ characters']],
    ['aaaa', []],
  ] as const) {
    await password.pressSequentially(typed);
    expect(await short()).toEqual(left);
  }
});

test('each field says what is wrong with it once it is left [FIELD-01 FIELD-02 FIELD-04 FIELD-05 FIELD-06 FIELD-12 PASS-01] @rest', async ({
  page,
  form,
}) => {
  await page.goto('/signup');
  for (const [label, typed, sentence] of [
    ['Email', '', 'Email is required'],
    ['Email', 'ada@example', 'Please enter a valid email'],
    ['Username', '', 'Username is required'],
    ['Username', '1ada', 'Username must start with a letter'],
    ['Username', 'ada-l', 'Only a-z, 0-9, . and _ are permitted'],
    ['Password', 'Abcd1!', 'Password must be 8+ characters'],
    ['Password', 'abcdef1!', 'Password must have 1 uppercase letter'],
    ['Password', 'ABCDEF1!', 'Password must have 1 lowercase letter'],
    ['Password', 'Abcdefg!', 'Password must have 1 number'],
    ['Password', 'Abcdefg1', 'Password must have 1 special character'],
  ] as const) {
    await form.field(label).fill(typed);
    await form.field(label).blur();
    await form.expectError(label, sentence);
  }
});

for (const [status, sentence] of [
  [409, 'Username or email already exists.'],
  [429, 'Too many attempts. Please try again later.'],
  [403, 'The server’s own words.'],
] as const) {
  test(`refused with ${status}: ${sentence} [SIGNUP-20 SIGNUP-21 SIGNUP-22 FORMS-01] @rest`, async ({
    page,
    form,
  }) => {
    await form.refuse(path, status);
    await page.goto('/signup');
    await form.send(somebody);
    await form.expectRefused(sentence);
    for (const [label, typed] of Object.entries(somebody)) await expect(form.field(label)).toHaveValue(typed);
    await expect(form.box).toBeChecked();
    await expectClean(page);
  });
}

test('a name that is taken is refused by the real server [SIGNUP-21] @rest', async ({ page, form, api }) => {
  const ada = await api.signUp();
  await page.goto('/signup');
  await form.send({ Email: newPerson().email, Username: ada.username, Password: ada.password });
  await form.expectRefused('Username or email already exists.');
});

test('whoever presses again since the answer was lost reads that they may have an account by now, and signs in @rest', async ({
  page,
  form,
}) => {
  const { email, username, password } = newPerson();
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto('/signup');
  await form.send({ Email: email, Username: username, Password: password });
  await expect(form.alerts).toContainText('The server cannot be reached.');
  await form.send();
  await expect(form.alerts).toHaveText(
    'Username or email already exists. An earlier try may have worked: sign in.',
  );
  await form.alerts.getByRole('link', { name: 'sign in' }).click();
  await expect(page).toHaveURL('/signin');
});

test('whoever is signed up while the server stops answering goes on when it answers again @rest', async ({
  page,
  form,
}) => {
  const { email, username, password } = newPerson();
  const own = '**/api/v1/user/me';
  await page.route(own, (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/signup');
  await form.send({ Email: email, Username: username, Password: password });
  await expect(page.getByText('The server is not answering. You are still signed in here')).toBeVisible();
  await expect(form.submit).toBeVisible();
  await expect(form.alerts).toHaveCount(0);
  await page.unroute(own);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
});

test('the server asks for an invitation: the code of the link is sent along @rest', async ({
  page,
  form,
}) => {
  await form.answer('/api/auth/options', options('invite'));
  await form.refuse(path, 403, 'This invitation has been used.');
  await page.goto('/signup?invite=WELCOME-1');
  await expect(form.field('Invite code')).toHaveValue('WELCOME-1');
  await form.field('Invite code').fill('');
  await form.field('Invite code').blur();
  await form.expectError('Invite code', 'An invite code is required');
  const sent = page.waitForRequest(`**${path}`);
  await form.send({ ...somebody, 'Invite code': ' WELCOME-2 ' });
  expect((await sent).postDataJSON()).toEqual({
    email: somebody.Email,
    username: somebody.Username,
    password: somebody.Password,
    invite: 'WELCOME-2',
  });
  await form.expectRefused('This invitation has been used.');
});

test('a text that could not be loaded is asked for at the next press @rest', async ({ page, watched }) => {
  watched.expectErrors(/Failed to load resource|could not be loaded/);
  const code = '**/assets/legal-dialog-*';
  await page.route(code, (route) => route.abort());
  await page.goto('/signup');
  const terms = page.getByRole('button', { name: 'Terms and Conditions' });
  await terms.click();
  const said = page.getByRole('alert').filter({ hasText: 'The text could not be loaded' });
  await expect(said).toBeVisible();
  await page.unroute(code);
  await terms.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what the server asks for is known everywhere, at the second try, too @rest', async ({
  page,
  form,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route('**/api/auth/options', (route) => route.abort('internetdisconnected'));
  await page.goto('/signup');
  const lost = page.getByRole('alert').filter({ hasText: 'The challenge could not be loaded.' });
  await expect(lost).toContainText('Check your connection');
  await expect(form.field('Invite code')).toHaveCount(0);
  await page.unroute('**/api/auth/options');
  // A server that breaks down is not the connection's fault.
  await page.route('**/api/auth/options', (route) => route.fulfill({ status: 500, body: 'Oops' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(lost).toContainText('An unexpected error occurred. Please try again.');
  await page.unroute('**/api/auth/options');
  await form.answer('/api/auth/options', options('invite'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(form.field('Invite code')).toBeVisible();
});

test('where sign-up is closed a page says so, and leads on @rest', async ({ page, form }) => {
  await form.answer('/api/auth/options', options('closed'));
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible();
  await expect(form.submit).toBeHidden();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectClean(page);
});

test.describe('the waiver', () => {
  test('that is not accepted leaves the way out @rest', async ({ page, api }) => {
    const ada = await api.signUp(undefined, { waiver: false });
    await page.goto('/signin?redirectAfterSignIn=/spaces');
    await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.email, Password: ada.password });
    await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/signin/);
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });
});
