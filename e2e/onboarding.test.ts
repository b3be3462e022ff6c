import { keepTokens, newPerson, server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { Chat } from './chat.ts';
import { test as base, expect } from './journey.ts';
import { canary, endpointOf, providers } from './provider.ts';

const test = base.extend({ provider: null });

async function signUp(form: AuthForm, person = newPerson(), to = '') {
  await form.page.goto(`/signup${to}`);
  await form.send({ Email: person.email, Username: person.username, Password: person.password });
  await form.page.getByRole('button', { name: 'Accept' }).click();
  return person;
}

test('the person who has just signed up is welcomed once, where they were going, and may say who they are @phone-rest', async ({
  page,
}) => {
  const ada = await signUp(new AuthForm(page, 'Sign Up'), newPerson(), '?redirectAfterSignIn=/spaces');
  const welcome = page.getByRole('dialog', { name: `Welcome, ${ada.username}!` });
  await expect(welcome).toBeVisible();
  await expect(page).toHaveURL('/spaces');
  await expectClean(page);
  await expect(welcome).toContainText('All of this is off');
  for (const name of ['Public profile', 'Be found', 'Be invited']) {
    await expect(welcome.getByRole('switch', { name })).not.toBeChecked();
  }
  await welcome.getByLabel('First name').fill('Ada');
  await welcome.getByLabel('Last name').fill('Lovelace');
  await welcome.getByRole('switch', { name: 'Be invited' }).click();
  await welcome.getByRole('button', { name: 'Done' }).click();
  await expect(welcome).toBeHidden();
  await expect(page).toHaveURL('/spaces');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(welcome).toBeHidden();
  const api = server(process.env.BASE_URL ?? '');
  expect(await api.as(await api.signIn(ada), 'GET /api/v1/user/me', {})).toMatchObject({
    first_name: 'Ada',
    last_name: 'Lovelace',
    privacy_settings: { public_profile: false, allow_search: false, allow_invites: true },
  });
});

test('the welcome can be skipped, and does not come back @rest', async ({ page }) => {
  const ada = await signUp(new AuthForm(page, 'Sign Up'));
  const welcome = page.getByRole('dialog', { name: `Welcome, ${ada.username}!` });
  await welcome.getByRole('button', { name: 'Not now' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible();
  await expect(welcome).toBeHidden();
});

test('the welcome leads on to the dialog in which a model is connected [FIRST-01] @phone-rest @rest', async ({
  page,
  imitation,
}) => {
  const ada = await signUp(new AuthForm(page, 'Sign Up'));
  const welcome = page.getByRole('dialog', { name: `Welcome, ${ada.username}!` });
  await welcome.getByLabel('First name').fill('Ada');
  await welcome.getByRole('button', { name: 'Connect a model' }).click();
  await expect(welcome).toBeHidden();
  const chat = new Chat(page);
  await expect(chat.dialog).toBeVisible();
  // It can be skipped, and opened again from the dashboard.
  await page.keyboard.press('Escape');
  await expect(chat.dialog).toBeHidden();

  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Connect a model' }).click();
  await chat.configure('openai', {
    endpoint: endpointOf('openai', imitation.url),
    model: providers.openai.liveModel,
    apiKey: canary,
  });
  await expect(chat.dialog).toBeHidden();
  await chat.expectToast('Settings saved');
  await expect(steps.getByRole('button', { name: 'Connect a model' })).toHaveCount(0);
});

test('the first steps on the dashboard go one by one as they are taken [FIRST-02] @phone-rest', async ({
  page,
  context,
  baseURL,
  imitation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const member = await server(baseURL ?? '').signUp();
  await keepTokens(context, member);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expectClean(page);
  await steps.getByRole('button', { name: 'Invite somebody' }).click();
  await expect(steps.getByRole('listitem')).toHaveCount(2);
  const chat = new Chat(page);
  await steps.getByRole('button', { name: 'Connect a model' }).click();
  await chat.configure('openai', {
    endpoint: endpointOf('openai', imitation.url),
    model: providers.openai.liveModel,
    apiKey: canary,
  });
  await expect(steps.getByRole('listitem')).toHaveCount(1);
  await steps.getByRole('link', { name: 'Ask something' }).click();
  await chat.ask('/say Here I am.');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('the first steps can be put away for good [FIRST-02] @rest', async ({ page, context, baseURL }) => {
  const member = await server(baseURL ?? '').signUp();
  await keepTokens(context, member);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('button', { name: 'Hide first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No recent activity yet.')).toBeVisible();
  await expect(steps).toHaveCount(0);
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
  [320, 560],
] as const) {
  test(`Accept is in sight at ${width} by ${height}, before anything is scrolled [FIRST-03] @rest`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    await keepTokens(context, await server(baseURL ?? '').signUp(newPerson(), { waiver: false }));
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Accept' })).toBeInViewport({ ratio: 1 });
    // And nothing of the text stays behind it.
    await page.mouse.wheel(0, 4_000);
    const last = page.getByText('There is no warranty.');
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await last.evaluate(isUncovered)).toBe(true);
  });
}

const isUncovered = (element: Element) => {
  const { left, bottom } = (element.parentElement ?? element).getBoundingClientRect();
  return element.parentElement?.contains(document.elementFromPoint(left + 2, bottom - 2)) === true;
};

test('anyone who signs in is not asked @rest', async ({ page, baseURL }) => {
  const ada = await server(baseURL ?? '').signUp();
  await page.goto('/signin');
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what is typed into the welcome is not lost when saving fails @rest', async ({ page, watched }) => {
  watched.expectErrors(/Failed to load resource/);
  const ada = await signUp(new AuthForm(page, 'Sign Up'));
  const welcome = page.getByRole('dialog', { name: `Welcome, ${ada.username}!` });
  await welcome.getByLabel('First name').fill('Ada');
  await page.route('**/api/v1/user/me', (route) => route.abort('internetdisconnected'));
  await page.keyboard.press('Escape');
  await expect(welcome.getByRole('alert')).toContainText('Failed to update user data');
  await expect(welcome.getByLabel('First name')).toHaveValue('Ada');
  await page.unroute('**/api/v1/user/me');
  await welcome.getByRole('button', { name: 'Done' }).click();
  await expect(welcome).toBeHidden();
});
