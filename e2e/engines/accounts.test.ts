import { expiringIn, newPerson } from '../account.ts';
import { mailedLink } from '../mails.ts';
import { expect, test } from './journey.ts';
import { Locator } from './locator.ts';
import type { Tab } from './tab.ts';

const path = (tab: Tab) => tab.run(() => location.pathname);
const isWelcome = async (tab: Tab) => {
  await expect.poll(() => path(tab)).toBe('/dashboard');
  await new Locator(tab).the('heading', 'Welcome back!').hasCount(1);
};
const tokens = (tab: Tab) =>
  tab.run(() => [localStorage.getItem('access_token'), localStorage.getItem('refresh_token')]);

test('a person signs up past the challenge, stays signed in, and signs out', async ({ tab, open }) => {
  const page = new Locator(tab);
  const { email, username, password } = newPerson();
  await open('/signup');
  await page.field('Email').fill(email);
  await page.field('Username').fill(username);
  await page.field('Password').fill(password);
  await expect.poll(page.the('checkbox', 'I am human').isOn).toBe(true);
  await page.button('Sign Up').click();
  await page.the('heading', 'Before you begin').hasCount(1);
  await page.button('Accept').click();
  await page.the('dialog', 'API Configuration').button('Close').click();
  await isWelcome(tab);
  await tab.reload();
  await isWelcome(tab);

  await page.button('Your account').click();
  await page.the('menuitem', 'Sign out').click();
  await page.the('dialog', 'Sign out?').button('Sign out and clear').click();
  await expect.poll(() => path(tab)).toBe('/signin');
  expect(await tokens(tab)).toEqual([null, null]);
});

test('a forgotten password is reset with a mailed link', async ({ tab, open, api }) => {
  const page = new Locator(tab);
  const { email, username } = await api.signUp();
  await open('/forgot-password');
  await page.field('Email').fill(email);
  await expect.poll(page.the('checkbox', 'I am human').isOn).toBe(true);
  await page.button('Send Reset Link').click();
  await page.hasText('A password reset link has been sent to your email.');
  await open(await mailedLink(email, '/reset-password'));
  const next = 'Battery-staple-8';
  await page.field('New password').fill(next);
  await page.field('Confirm password').fill(next);
  await expect.poll(page.the('checkbox', 'I am human').isOn).toBe(true);
  await page.button('Reset Password').click();
  await expect.poll(() => path(tab)).toBe('/signin');
  await page.field('Username or email').fill(username);
  await page.field('Password').fill(next);
  await expect.poll(page.the('checkbox', 'I am human').isOn).toBe(true);
  await page.button('Sign in').click();
  await isWelcome(tab);
});

test('two tabs that wake at once renew the sign-in once, and both go on', async ({
  tab,
  store,
  api,
  baseURL,
}) => {
  const { access_token, refresh_token } = await api.signUp();
  await store({ access_token: expiringIn(-1, access_token), refresh_token });
  const other = await tab.another();
  await other.goto(`${baseURL}/privacy`);
  for (const one of [tab, other]) await one.run(() => void setTimeout(() => location.assign('/dashboard')));
  await isWelcome(tab);
  await isWelcome(other);
  const [access, refresh] = await tokens(tab);
  expect(refresh).not.toBe(refresh_token);
  expect(await tokens(other)).toEqual([access, refresh]);
});

test('signing out in one tab signs out the other', async ({ tab, open, store, api, baseURL }) => {
  const { access_token, refresh_token } = await api.signUp();
  await store({ access_token, refresh_token });
  await open('/dashboard');
  const other = await tab.another();
  await other.goto(`${baseURL}/dashboard`);
  await isWelcome(other);
  await new Locator(other).button('Your account').click();
  await new Locator(other).the('menuitem', 'Sign out').click();
  await new Locator(other).the('dialog', 'Sign out?').button('Sign out and clear').click();
  await expect.poll(() => path(tab)).toBe('/');
});
