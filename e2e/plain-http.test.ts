import { newPerson } from './account.ts';
import { chromiumFlags, findChromium } from './chromium.ts';
import { expect, test } from './journey.ts';

// As in a home network: a name of its own, no https, and so a browser that takes half of its functions away.
test.use({
  provider: null,
  baseURL: process.env.BASE_URL?.replace('localhost', 'chat.lan'),
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumFlags, '--host-resolver-rules=MAP chat.lan 127.0.0.1'],
  },
});

test('without https a person signs up all the same', async ({ page, watched }) => {
  // The browser has to do in JavaScript what it otherwise does ten times faster.
  test.slow();
  watched.expectErrors(/Cross-Origin-Opener-Policy header has been ignored/);
  await page.goto('/signup');
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, 'undefined']);
  const { email, username, password } = newPerson();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByRole('checkbox', { name: 'I am a person' })).toBeChecked({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('/dashboard');
});
