import type { Page } from '@playwright/test';
import { type Member, newPerson } from './account.ts';
import { AuthForm } from './auth-form.ts';
import { expectClean } from './axe.ts';
import type { Chat } from './chat.ts';
import { expect, isLongRun } from './journey.ts';
import { signOutButton, test } from './member.ts';
import { samples } from './samples.ts';
import { expectStored } from './stored.ts';

test.use({ provider: 'openai' });

for (const [answer, count] of [
  ['Add to account', 1],
  ['Keep in this browser', 0],
] as const) {
  test(`a guest’s conversations are added to their account only on request: ${answer} @rest`, async ({
    page,
    chat,
    api,
  }) => {
    const ada = await api.signUp();
    await chat.open();
    await chat.ask('/say Before I had an account.');
    await expectStored(page, 1);
    await page.goto('/signin');
    await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
    const dialog = page.getByRole('dialog', { name: 'Add your conversations to your account?' });
    await expect(dialog).toContainText('Before I had an account.');
    // By default, signing in leaves them.
    await expect(dialog.getByRole('button', { name: 'Keep in this browser' })).toBeFocused();
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

test('what is typed in a temporary chat is still there after signing in, and still in no storage @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await chat.open();
  await chat.temporary.click();
  await chat.box.fill('Not for any storage');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await page.getByRole('link', { name: 'New conversation' }).click();
  await expect(chat.box).toHaveValue('Not for any storage');
  await expect(chat.temporary).toBeChecked();
  expect(JSON.stringify(await chat.stored())).not.toContain('Not for any storage');
});

async function takePhoto(page: Page) {
  await page.locator('input[capture]').setInputFiles(samples.picture);
  await expect(photo(page)).toContainText('PNG');
}

const photo = (page: Page) =>
  page.getByRole('list', { name: 'Files to send' }).getByText(samples.picture.name).locator('..');

async function openInstructions(page: Page) {
  await page.getByRole('button', { name: /^Provider and model/ }).click();
  await page.getByRole('button', { name: 'Instructions…' }).click();
  return page.getByRole('textbox', { name: 'System prompt' });
}

test('a temporary conversation goes along when one signs in, and what is beside its box [MSG-06] @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await chat.open();
  await chat.temporary.click();
  await chat.ask('/say Not for any storage.');
  await takePhoto(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await page.getByRole('link', { name: 'New conversation' }).click();
  await expect(chat.replies).toContainText('Not for any storage.');
  await expect(photo(page)).toBeVisible();
  expect(JSON.stringify(await chat.stored())).not.toContain('Not for any storage');

  // It is that account's now: whoever comes after a sign-out in another tab sees none of it.
  const other = await page.context().newPage();
  await other.goto('/privacy');
  await other.evaluate(() => localStorage.clear());
  await expect(chat.messages).toHaveCount(0);
});

test('the files and the system prompt of what a guest has not sent are still there after signing in [ATT-10] @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await chat.open();
  await chat.ask('/say Before I had an account.');
  await expectStored(page, 1);
  const address = page.url();
  await takePhoto(page);
  await chat.startNew();
  await chat.box.fill('What is this?');
  await takePhoto(page);
  await (await openInstructions(page)).fill('Rhyme.');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await page.getByRole('button', { name: 'Add to account' }).click();
  await page.getByRole('link', { name: 'New conversation' }).click();
  await expect(chat.box).toHaveValue('What is this?');
  await expect(photo(page)).toBeVisible();
  const instructions = await openInstructions(page);
  await expect(instructions).toHaveValue('Rhyme.');
  await instructions.fill('');
  await page.getByRole('button', { name: 'Done' }).click();
  // All that a reload would lose now is in the conversation that has not been opened yet.
  await page.getByRole('button', { name: `Remove ${samples.picture.name}` }).click();
  const asking = page.waitForEvent('dialog', { timeout: 5_000 });
  const reloading = page.evaluate(() => location.reload());
  await (await asking).dismiss();
  await reloading;
  await page.getByRole('link', { name: 'Before I had an account.' }).first().click();
  await expect(page).toHaveURL(address);
  await expect(photo(page)).toBeVisible();
});

const earlier = (page: Page) => page.getByText('1 conversation from before you signed in');

/** Signs in where a guest has asked something, and puts the question about it off. */
async function leaveForLater(page: Page, chat: Chat, ada: Member) {
  await chat.open();
  await chat.ask('/say Before I had an account.');
  await expectStored(page, 1);
  await page.goto('/signin');
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  const dialog = page.getByRole('dialog', { name: 'Add your conversations to your account?' });
  await expect(dialog).toContainText('Before I had an account.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('what is left for later is named under Conversations, and before signing out, until it is added [CONV-11] @phone-rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await leaveForLater(page, chat, ada);
  await page.goto('/conversations');
  await expect(earlier(page)).toBeVisible();

  const signingOut = await signOutButton(page);
  await expect(signingOut).toContainText('Signing out deletes 1 conversation from before you signed in');
  await expect(signingOut).toContainText('Before I had an account.');
  if (isLongRun) await expectClean(page);
  await signingOut.getByRole('button', { name: 'Add to my account' }).click();
  await expect(signingOut).toContainText('is now in your account');
  await expect(signingOut).not.toContainText('will be lost');
  await signingOut.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(earlier(page)).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: /Before I had an account/ })).toBeVisible();
  const { conversations } = await api.as(await api.signIn(ada), 'GET /api/v1/conversations', { query: {} });
  expect(conversations).toHaveLength(1);
});

test('a guest who signs up, and puts the question off, finds what they wrote under Conversations [CONV-11] @phone-rest @rest', async ({
  page,
  chat,
}) => {
  const { email, username, password } = newPerson();
  await chat.open();
  await chat.ask('/say Before I had an account.');
  await expectStored(page, 1);
  await page.goto('/signup');
  await new AuthForm(page, 'Sign Up').send({ Email: email, Username: username, Password: password });
  await page.getByRole('button', { name: 'Accept' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add your conversations to your account?' });
  await expect(dialog).toContainText('Before I had an account.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto('/conversations');
  await expect(earlier(page)).toBeVisible();
  await page.getByRole('button', { name: 'Add it to your account' }).click();
  await expect(earlier(page)).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: /Before I had an account/ })).toBeVisible();
});

test('what is left for later can be added, or deleted after a question with its title [CONV-11] @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await leaveForLater(page, chat, ada);
  await page.goto('/conversations');
  await expect(earlier(page)).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: /^Delete…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this conversation for good?' });
  await expect(dialog).toContainText('Before I had an account.');
  await expectClean(page);
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(earlier(page)).toBeVisible();
  await page.getByRole('button', { name: /^Delete…/ }).click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(earlier(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText('No conversations in your account yet.')).toBeVisible();
  await expect(earlier(page)).toBeHidden();
});

test('what a guest deleted is gone for good after 30 days [CONV-05] @rest', async ({ page, chat }) => {
  await page.clock.install();
  await chat.open();
  await chat.ask('/say Good day.');
  await page.evaluate(() => history.pushState(null, '', '/conversations'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await main.getByRole('link', { name: 'Recently deleted' }).click();
  await expect(main.getByText('/say Good day.', { exact: true })).toBeVisible();
  await page.clock.setSystemTime(Date.now() + 31 * 86_400_000);
  await page.reload();
  await expect(page.getByText('No conversations in this browser yet.')).toBeVisible();
});

test('what a guest deleted is named before signing out, and can be restored in the account [CONV-05] @phone-rest @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await chat.open();
  await chat.ask('/say Good day.');
  await page.evaluate(() => history.pushState(null, '', '/conversations'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(main.getByRole('link', { name: '/say Good day.' })).toBeHidden();
  await page.goto('/signin');
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/conversations');
  await expect(page.getByText('1 recently deleted conversation from before you signed in')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  const signingOut = await signOutButton(page);
  await expect(signingOut).toContainText(
    'Signing out deletes 1 recently deleted conversation from before you signed in',
  );
  await expect(signingOut).toContainText('Recently deleted conversation “/say Good day.”');
  await signingOut.getByRole('button', { name: 'Add to my account' }).click();
  await expect(signingOut).toContainText('is now in your account');
  await signingOut.getByRole('button', { name: 'Stay signed in' }).click();
  await main.getByRole('link', { name: 'Recently deleted' }).click();
  await expect(main.getByText('/say Good day.', { exact: true })).toBeVisible();
});

test('what a guest has made without a conversation is asked about, too, and named until it is added [CONV-13] @phone-rest @rest', async ({
  page,
  chat,
  api,
}) => {
  const ada = await api.signUp();
  await chat.open();
  await chat.box.pressSequentially('/');
  await page.getByRole('option', { name: 'Add a prompt…' }).click();
  const library = page.getByRole('dialog', { name: 'Prompts' });
  await library.getByRole('button', { name: 'New prompt' }).click();
  await library.getByLabel('Name').fill('Translate');
  await library.getByLabel('Text').fill('Translate this');
  await library.getByRole('button', { name: 'Add prompt' }).click();
  await expect(library.getByRole('button', { name: /^Translate/ })).toBeVisible();
  await page.goto('/signin');
  await new AuthForm(page, 'Sign In').send({ 'Username or email': ada.username, Password: ada.password });
  const dialog = page.getByRole('dialog', { name: 'Add what you have made to your account?' });
  await expect(dialog).toContainText('This browser keeps 1 prompt from before you signed in.');
  await expect(dialog).toContainText('Prompt “Translate”');
  await page.keyboard.press('Escape');
  await page.goto('/conversations');
  await expect(page.getByText('1 prompt from before you signed in')).toBeVisible();
  const signingOut = await signOutButton(page);
  await expect(signingOut).toContainText('Signing out deletes 1 prompt from before you signed in');
  await signingOut.getByRole('button', { name: 'Add to my account' }).click();
  await expect(signingOut).toContainText('is now in your account');
  const { records } = await api.as(await api.signIn(ada), 'GET /api/v1/records', { query: {} });
  expect(records).toMatchObject([{ kind: 'prompt' }]);
});
