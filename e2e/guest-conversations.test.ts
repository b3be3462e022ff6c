import { AuthForm } from './auth-form.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';

test.use({ provider: 'openai' });

for (const [answer, count] of [
  ['Add to account', 1],
  ['Leave here', 0],
] as const) {
  test(`a guest’s conversations are added to their account only on request: ${answer}${count === 1 ? '' : ' @rest'}`, async ({
    page,
    chat,
    api,
  }) => {
    const ada = await api.signUp();
    await chat.open();
    await chat.ask('/say Before I had an account.');
    await page.goto('/signin');
    await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
    const dialog = page.getByRole('dialog', { name: 'Add your conversations to your account?' });
    await expect(dialog).toContainText('Before I had an account.');
    // By default, signing in leaves them.
    await expect(dialog.getByRole('button', { name: 'Leave here' })).toBeFocused();
    await dialog.getByRole('button', { name: answer }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/conversations');
    await expect(page.getByRole('main').getByRole('link', { name: /Before I had an account/ })).toHaveCount(
      count,
    );
    const member = await api.signIn(ada);
    const stored = async () =>
      (await api.as(member, 'GET /api/v1/conversations', { query: {} })).conversations.length;
    await expect.poll(stored).toBe(count);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();
  });
}

test('what a guest deleted is gone, also when they go back to it [CONV-05] @rest', async ({ page, chat }) => {
  await chat.open();
  await chat.ask('/say Good day.');
  await page.evaluate(() => history.pushState(null, '', '/conversations'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click();
  await page.goBack();
  await expect(page.getByText('This conversation is not here.')).toBeVisible();
  await expect(chat.messages).toHaveCount(0);
});
