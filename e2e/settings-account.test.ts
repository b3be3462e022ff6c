import type { Route } from '@playwright/test';
import { expectDashboard, newPerson, storeSignIn } from './account.ts';
import { expectClean } from './axe.ts';
import { expect } from './journey.ts';
import { mailedLink } from './mails.ts';
import { test } from './member.ts';

test.describe('the email address', () => {
  test('is verified by the mailed link @rest', async ({ page, ada }) => {
    await page.goto('/settings/account');
    await expect(page.getByText('not verified')).toBeVisible();
    await page.goto(await mailedLink(ada.email, '/verify-email'));
    await page.getByRole('button', { name: 'Verify Email' }).click();
    await expect(page.getByText('is verified.')).toBeVisible();
    await page.goto('/settings/account');
    await expect(page.getByText('verified', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send a new link' })).toBeHidden();
  });

  test('changes with the password and the link in the mail to the new one @rest', async ({
    page,
    ada,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*403/);
    const { email } = newPerson();
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByLabel('New email')).toBeFocused();
    await page.getByLabel('New email').fill('nonsense');
    await page.getByLabel('New email').blur();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await page.getByLabel('New email').fill(email);
    await page.getByLabel('Your password').fill('Wrong-horse-7');
    await page.getByRole('button', { name: 'Send a link' }).click();
    await expect(page.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('New email')).toHaveValue(email);
    await expectClean(page);

    await page.getByLabel('Your password').fill(ada.password);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await expect(page.getByText(`An email has been sent to ${email}.`)).toBeVisible();
    await page.goto(await mailedLink(email, '/change-email'));
    await page.getByRole('button', { name: 'Confirm Email' }).click();
    await expect(page.getByText(`Your email is now ${email}.`)).toBeVisible();
    await page.goto('/settings/account');
    await expect(page.getByText(email)).toBeVisible();
  });
});

test('a new password signs every other browser out, and this one stays @rest', async ({
  page,
  ada,
  api,
  browser,
  baseURL,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*(401|403)/);
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  await storeSignIn(elsewhere, await api.signIn(ada));
  const other = await elsewhere.newPage();
  await other.goto('/dashboard');
  await expectDashboard(other);

  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    /^If you have forgotten it, open .+\/forgot-password in a private window or another browser\.$/,
  );
  await page.getByLabel('Current password', { exact: true }).fill('Wrong-horse-7');
  await page.getByLabel('New password', { exact: true }).fill('Better-horse-8');
  await page.getByLabel('Confirm password', { exact: true }).fill('Better-horse-9');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password', { exact: true }).fill('Better-horse-8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await expectClean(page);
  await page.getByLabel('Current password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL('/');
  await elsewhere.close();

  await expect(api.signIn(ada)).rejects.toThrow('401');
  await api.signIn({ ...ada, password: 'Better-horse-8' });
});

test.describe('sign-ins', () => {
  test('are listed, this device first; one ends with the password @rest', async ({
    page,
    ada,
    api,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource.*(403|404)/);
    const other = await api.signIn(ada);
    await page.goto('/settings/sign-ins');
    const rows = page.getByRole('list', { name: 'Your sign-ins' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('This device');
    await expect(rows.nth(1)).toContainText('last used now');
    await rows
      .nth(1)
      .getByRole('button', { name: /^Sign out/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await dialog.getByLabel('Your password').fill('Wrong-horse-7');
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(dialog.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
    await expectClean(page);
    await dialog.getByLabel('Your password').fill(ada.password);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Sign-ins', level: 1 })).toBeFocused();
    await expect(api.as(other, 'GET /api/v1/user/me', {})).rejects.toThrow('401');

    await test.step('one that signed out by itself meanwhile leaves the list as well', async () => {
      const leaving = await api.signIn(ada);
      await page.reload();
      await expect(rows).toHaveCount(2);
      await api.as(leaving, 'POST /api/auth/signout', {});
      await rows
        .nth(1)
        .getByRole('button', { name: /^Sign out/ })
        .click();
      await dialog.getByLabel('Your password').fill(ada.password);
      await dialog.getByRole('button', { name: 'Sign out' }).click();
      await expect(dialog).toBeHidden();
      await expect(rows).toHaveCount(1);
    });
  });

  test('all others end together, and this one stays @rest', async ({ page, ada, api }) => {
    const others = [await api.signIn(ada), await api.signIn(ada)];
    await page.goto('/settings/sign-ins');
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill(ada.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Every other device is signed out')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Your sign-ins' }).getByRole('listitem')).toHaveCount(1);
    for (const other of others) await expect(api.as(other, 'GET /api/v1/user/me', {})).rejects.toThrow('401');
  });

  test('that cannot be loaded say so, and are asked for again @rest', async ({
    page,
    ada: _signedIn,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await page.route('**/api/auth/sign-ins', (route) => route.abort('internetdisconnected'));
    await page.goto('/settings/sign-ins');
    await expect(page.getByRole('alert')).toContainText('Failed to load your sign-ins');
    await expectClean(page);
    await page.unroute('**/api/auth/sign-ins');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This device')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test('a blocked person is listed, and unblocked @rest', async ({ page, ada, api }) => {
  const grace = await api.signUp();
  const { user_id } = await api.as(grace, 'GET /api/v1/user/me', {});
  await page.goto('/settings/blocked');
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
  await api.as(ada, 'POST /api/v1/user/block', { body: { blocked_user_id: user_id } });
  await page.reload();
  await expect(page.getByText(grace.username, { exact: true })).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: `Unblock ${grace.username}` }).click();
  await expect(page.getByText('You have not blocked anyone.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await api.as(ada, 'GET /api/v1/user/blocked', {})).toEqual([]);
});

test('a change in progress cannot be cancelled any more, and reports a failure @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource.*503/);
  const held: Route[] = [];
  await page.route(/change-email$|me\/password$/, (route) => void held.push(route));
  await page.goto('/settings/account');
  const cancel = page.getByRole('button', { name: 'Cancel' });

  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(newPerson().email);
  await page.getByLabel('Your password').fill(ada.password);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  await expect(cancel).toBeDisabled();
  await held.pop()?.fulfill({ status: 503, body: '' });
  await expect(page.getByText('Failed to change email')).toBeVisible();
  await cancel.click();

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password', { exact: true }).fill(ada.password);
  await page.getByLabel('New password', { exact: true }).fill('Better-horse-8');
  await page.getByLabel('Confirm password', { exact: true }).fill('Better-horse-8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('button', { name: 'Changing…' })).toBeVisible();
  await expect(cancel).toBeDisabled();
  await held.pop()?.fulfill({ status: 503, body: '' });
  await expect(page.getByText('Failed to update password')).toBeVisible();
  await cancel.click();
  await expect(cancel).toHaveCount(0);
});

test('a new password that arrived although its answer was lost is not called wrong without a hint @rest', async ({
  page,
  ada,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await page.route(
    /me\/password$/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto('/settings/account');
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  const current = page.getByLabel('Current password', { exact: true });
  await current.fill(ada.password);
  await page.getByLabel('New password', { exact: true }).fill('Better-horse-8');
  await page.getByLabel('Confirm password', { exact: true }).fill('Better-horse-8');
  await change.click();
  await expect(page.getByText('Failed to update password')).toBeVisible();
  await change.click();
  await expect(current).toHaveAccessibleDescription(
    /The current password is wrong\. If it was changed a moment ago, type your new password here\./,
  );
  await current.fill('Better-horse-8');
  await change.click();
  await expect(page.getByText('Password changed')).toBeVisible();
});
