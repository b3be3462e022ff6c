import type { Page } from '@playwright/test';
import { newPerson, server, storeSignIn } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { Chat } from './chat.ts';
import { test as base, expect, isLongRun } from './journey.ts';
import { canary, endpointOf, providers } from './provider.ts';

const test = base.extend({ provider: null });

async function signUp(form: AuthForm, person = newPerson(), to = '') {
  await form.page.goto(`/signup${to}`);
  await form.send({ Email: person.email, Username: person.username, Password: person.password });
}

const acceptOf = (page: Page) => page.getByRole('button', { name: 'Accept' });

/** The profile dialog, opened from the first steps. */
async function introduce(page: Page, { username }: { username: string }) {
  await page.getByRole('button', { name: 'Introduce yourself' }).click();
  return page.getByRole('dialog', { name: `Welcome, ${username}!` });
}

test('a new member sees Accept without scrolling, is asked for a model once, and can skip that; what paying means stands where the first key is saved [FIRST-01 FIRST-03 FIRST-05] @phone-rest', async ({
  page,
  imitation,
}) => {
  await signUp(new AuthForm(page, 'Sign Up'));
  await expect(acceptOf(page)).toBeVisible();
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
    [320, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(acceptOf(page)).toBeInViewport({ ratio: 1 });
  }
  // And nothing of the text stays behind it.
  await page.mouse.move(160, 280);
  await page.mouse.wheel(0, 4_000);
  const last = page.getByText('There is no warranty.');
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await last.evaluate(isUncovered)).toBe(true);
  await page.setViewportSize(size);
  await acceptOf(page).click();
  const chat = new Chat(page);
  await expect(chat.dialog).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Escape');
  await expect(chat.dialog).toBeHidden();
  await page.reload();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toBeVisible();
  await expect(chat.dialog).toBeHidden();

  await steps.getByRole('button', { name: 'Connect a model' }).click();
  await expect(chat.dialog.getByText('You pay your provider.')).toBeVisible();
  await chat.configure('openai', {
    endpoint: endpointOf('openai', imitation.url),
    model: providers.openai.liveModel,
    apiKey: canary,
  });
  await expect(chat.dialog).toBeHidden();
  await chat.expectToast('Settings saved');
  await expect(steps.getByRole('button', { name: 'Connect a model' })).toHaveCount(0);
  await page.goto('/settings/models');
  await page.getByRole('main').getByRole('button', { name: 'Change models and keys' }).click();
  await expect(chat.dialog).toBeVisible();
  await expect(chat.dialog.getByText('You pay your provider.')).toHaveCount(0);
});

test('a person who signs up on their way somewhere gets there first [FIRST-01] @rest', async ({ page }) => {
  await signUp(new AuthForm(page, 'Sign Up'), newPerson(), '?redirectAfterSignIn=/community');
  await acceptOf(page).click();
  await expect(page).toHaveURL('/community');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(new Chat(page).dialog).toBeVisible();
});

test('a new member fills in their profile and chooses who may find them @phone-rest @rest', async ({
  page,
  context,
  baseURL,
}) => {
  const api = server(baseURL ?? '');
  const ada = await api.signUp();
  await storeSignIn(context, ada);
  await page.goto('/dashboard');
  const welcome = await introduce(page, ada);
  await expectClean(page);
  await expect(welcome).toContainText('While all of this is off, no one can find you');
  for (const name of ['Public profile', 'Let others find you', 'Let others invite you']) {
    await expect(welcome.getByRole('switch', { name })).not.toBeChecked();
  }
  for (const name of ['First name', 'Last name'])
    await expect(welcome.getByLabel(name)).toHaveAccessibleDescription(/optional/i);
  await welcome.getByLabel('First name').fill('Ada');
  await welcome.getByLabel('Last name').fill('Lovelace');
  await welcome.getByRole('switch', { name: 'Let others invite you' }).click();
  await welcome.getByRole('button', { name: 'Done' }).click();
  await expect(welcome).toBeHidden();
  await expect(page.getByRole('button', { name: 'Introduce yourself' })).toHaveCount(0);
  expect(await api.as(ada, 'GET /api/v1/user/me', {})).toMatchObject({
    first_name: 'Ada',
    last_name: 'Lovelace',
    privacy_settings: { public_profile: false, allow_search: false, allow_invites: true },
  });
});

test('that can be skipped, and is not asked again @rest', async ({ page, context, baseURL }) => {
  const ada = await server(baseURL ?? '').signUp();
  await storeSignIn(context, ada);
  await page.goto('/dashboard');
  const welcome = await introduce(page, ada);
  await welcome.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('button', { name: 'Introduce yourself' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Introduce yourself' })).toHaveCount(0);
});

test('the first steps on the dashboard go one by one as they are taken, the welcome without scrolling on a phone [FIRST-02 LOOK-17] @phone-rest', async ({
  page,
  context,
  baseURL,
  imitation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const member = await server(baseURL ?? '').signUp();
  await storeSignIn(context, member);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  if (isLongRun) await expectClean(page);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 664 });
  const welcome = await introduce(page, member);
  for (const name of ['Done', 'Not now']) {
    await expect(welcome.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(size);
  await welcome.getByRole('button', { name: 'Not now' }).click();
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await steps.getByRole('button', { name: 'Invite someone' }).click();
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  const chat = new Chat(page);
  await steps.getByRole('button', { name: 'Connect a model' }).click();
  await chat.configure('openai', {
    endpoint: endpointOf('openai', imitation.url),
    model: providers.openai.liveModel,
    apiKey: canary,
  });
  await expect(steps.getByRole('listitem')).toHaveCount(2);
  await steps.getByRole('button', { name: 'Ask something' }).click();
  await expect(chat.box).toBeFocused();
  await page.keyboard.insertText('/say Here I am.');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat/);
  await expect(chat.replies).toContainText('Here I am.');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
  await steps.getByRole('link', { name: 'Make a space' }).click();
  await page.getByRole('dialog', { name: 'New space' }).getByLabel('Name').fill('Book club');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Book club' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('inviting someone counts once something was shared: not when that is cancelled, and copied where it fails @rest', async ({
  page,
  context,
  baseURL,
  watched,
}) => {
  watched.expectErrors(/Error sharing/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const outcomes = ['AbortError', 'NotAllowedError'];
    navigator.share = () => Promise.reject(new DOMException('as the test wants it', outcomes.shift()));
  });
  const ada = await server(baseURL ?? '').signUp();
  await storeSignIn(context, ada);
  await page.goto('/dashboard');
  const invite = page.getByRole('button', { name: 'Invite someone' });
  await invite.click();
  await expect(invite).toBeFocused();
  await expect(invite).toBeVisible();
  await invite.click();
  await expect(page.getByText('Address copied')).toBeVisible();
  await expect(invite).toHaveCount(0);
});

test('the first steps can be put away for good [FIRST-02] @rest', async ({ page, context, baseURL }) => {
  const member = await server(baseURL ?? '').signUp();
  await storeSignIn(context, member);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No recent activity yet.')).toBeVisible();
  await expect(steps).toHaveCount(0);
});

const isUncovered = (element: Element) => {
  const { left, bottom } = (element.parentElement ?? element).getBoundingClientRect();
  return element.parentElement?.contains(document.elementFromPoint(left + 2, bottom - 2)) === true;
};

test('a member who signs in is not asked @rest', async ({ page, baseURL }) => {
  const ada = await server(baseURL ?? '').signUp();
  await page.goto('/signin');
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const when of ['before it is saved', 'while it is being saved'])
  test(`a name typed into the welcome is kept when one goes back ${when}, and the welcome does not follow @rest`, async ({
    page,
    context,
    baseURL,
  }) => {
    const api = server(baseURL ?? '');
    const ada = await api.signUp();
    await storeSignIn(context, ada);
    await page.goto('/community');
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/dashboard');
    const welcome = await introduce(page, ada);
    await welcome.getByLabel('First name').fill('Ada');
    const saving = Promise.withResolvers<void>();
    await page.route('**/api/v1/user/me', async (route) => {
      await saving.promise;
      await route.continue();
    });
    if (when === 'while it is being saved') await welcome.getByRole('button', { name: 'Done' }).click();
    // Not page.goBack(), which waits until the page is another one.
    await page.evaluate(() => {
      const isAsked = new Promise((asked) => navigation.addEventListener('navigate', () => asked(null)));
      history.back();
      return isAsked;
    });
    saving.resolve();
    await expect(page).toHaveURL('/community');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await api.as(ada, 'GET /api/v1/user/me', {})).toMatchObject({ first_name: 'Ada' });
  });

test('text typed into the welcome is not lost when saving fails @rest', async ({
  page,
  context,
  baseURL,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  const ada = await server(baseURL ?? '').signUp();
  await storeSignIn(context, ada);
  await page.goto('/dashboard');
  const welcome = await introduce(page, ada);
  await welcome.getByLabel('First name').fill('Ada');
  await page.route('**/api/v1/user/me', (route) => route.abort('internetdisconnected'));
  await page.keyboard.press('Escape');
  await expect(welcome.getByRole('alert')).toContainText('Failed to update user data');
  await expect(welcome.getByLabel('First name')).toHaveValue('Ada');
  await page.unroute('**/api/v1/user/me');
  await welcome.getByRole('button', { name: 'Done' }).click();
  await expect(welcome).toBeHidden();
});
