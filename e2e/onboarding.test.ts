import { newPerson, server } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import { test as base, expect } from './journey.ts';

const test = base.extend({ provider: null });

async function signUp(form: AuthForm, person = newPerson(), to = '') {
  await form.page.goto(`/signup${to}`);
  await form.send({ Email: person.email, Username: person.username, Password: person.password });
  await form.page.getByRole('button', { name: 'Accept' }).click();
  return person;
}

test('whoever has just signed up is welcomed once, where they were going, and may say who they are @phone-rest', async ({
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

test('whoever signs in is not asked @rest', async ({ page, baseURL }) => {
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
