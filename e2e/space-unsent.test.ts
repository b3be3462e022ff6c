import type { Page } from '@playwright/test';
import type { Server } from './account.ts';
import { compose } from './input-method.ts';
import { expect } from './journey.ts';
import { signOutButton } from './member.ts';
import { type NamedMember, test, toastOf } from './people.ts';
import { pressAction } from './press-action.ts';
import { canary, settingEntries } from './provider.ts';
import { box, choose, createSpace, idOf, join, log, paste, post, say } from './room.ts';
import { samples } from './samples.ts';
import { expectPasted } from './stored.ts';

const chips = (page: Page) => page.getByRole('list', { name: 'Files to send' });

async function attach(page: Page) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await choosing).setFiles([samples.picture]);
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
  await expect(chips(page).locator('[aria-busy]')).toHaveCount(0);
}

/** The questions that the browser has asked, such as whether to leave the page. Each is answered with No. */
function questionsOf(page: Page): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  return questions;
}

/** Posts without a browser. */
async function write(api: Server, who: NamedMember, address: string, body: string, remover = who) {
  const params = { space_id: idOf(address), message_id: crypto.randomUUID() };
  const { space_id, message_id } = params;
  await api.as(who, 'POST /api/v1/spaces/:space_id/messages', {
    params: { space_id },
    body: { message_id, body },
  });
  return {
    remove: () => api.as(remover, 'DELETE /api/v1/spaces/:space_id/messages/:message_id', { params }),
  };
}

test('a picture dropped in the settings of a space is not attached to the message as well @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await page.goto(await createSpace(api, lovelace));
  await choose(page, 'Edit space');
  const dialog = page.getByRole('dialog', { name: 'Edit space' });
  const place = dialog.getByRole('button', { name: 'Choose a picture' });
  const dataTransfer = await page.evaluateHandle(
    ({ name, type, content }) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const held = new DataTransfer();
      held.items.add(new File([bytes], name, { type }));
      return held;
    },
    { ...samples.picture, type: 'image/png', content: samples.picture.buffer.toString('base64') },
  );
  const hint = page.getByText('Drop files to add them to your message');
  await page.locator('body').dispatchEvent('dragover', { dataTransfer });
  await expect(hint).toBeVisible();
  await place.dispatchEvent('dragover', { dataTransfer });
  await expect(hint).toBeHidden();
  await place.dispatchEvent('drop', { dataTransfer });
  await expect(dialog.getByRole('button', { name: 'Remove picture' })).toBeVisible();
  // Beside the dialog, too, the page below is out of reach.
  await page.getByRole('presentation').first().dispatchEvent('drop', { dataTransfer });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(chips(page)).toHaveCount(0);
  await box(page).dispatchEvent('drop', { dataTransfer });
  await expect(chips(page).getByRole('listitem')).toHaveCount(1);
});

test('a reply to a message that is deleted meanwhile is sent as a new message [SPACE-08] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const [first, second] = [
    await write(api, hopper, address, 'Cake?'),
    await write(api, hopper, address, 'Tea?'),
  ];
  await page.goto(address);
  const reply = (to: string) => pressAction(post(page, to), 'Reply');
  // On a touch screen it is shown once the message has been pressed.
  const isSent = (text: string) =>
    expect(
      post(page, text).getByRole('button', { name: 'Edit message', includeHidden: true }),
    ).toBeAttached();

  await reply('Cake?');
  await expect(page.getByText('Reply to: Cake?')).toBeVisible();
  // Escape gives up the word of an input method first.
  await box(page).focus();
  await compose(page, 'にほん', 'Escape');
  await expect(page.getByText('Reply to: Cake?')).toBeVisible();
  await first.remove();
  await expect(page.getByText('The message you are replying to was deleted.')).toBeVisible();
  await say(page, 'I bring one');
  await isSent('I bring one');
  await expect(log(page).getByRole('blockquote')).toHaveCount(0);

  // This browser does not know of it when the reply is on its way.
  watched.expectErrors(/Failed to load resource/);
  await page.route(
    `**/api/v1${address}/messages`,
    async (route) => {
      await second.remove();
      await route.continue();
    },
    { times: 1 },
  );
  await reply('Tea?');
  await say(page, 'I bring some');
  await isSent('I bring some');
  await expect(log(page).getByRole('blockquote')).toHaveCount(0);
  await expect(toastOf(page)).toContainText('Sent as a new message');
});

test('a refused message can be copied at a glance, and the buttons of the others appear under the mouse @rest', async ({
  page,
  api,
  lovelace,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  await write(api, lovelace, address, 'Cake?');
  await page.goto(address);
  const copy = (text: string) => post(page, text).getByRole('button', { name: 'Copy message' });
  const around = post(page, 'Cake?').locator('[data-actions] > *', {
    has: page.getByRole('button', { name: 'Copy message' }),
  });
  await expect(around).toHaveCSS('opacity', '0');
  await log(page).getByText('Cake?').hover();
  await expect(around).toHaveCSS('opacity', '1');

  watched.expectErrors(/Failed to load resource/);
  const refusal = { message: 'You are muted.', error: 'not-allowed' };
  await page.route(`**/api/v1${address}/messages`, (route) => route.fulfill({ status: 403, json: refusal }));
  await say(page, 'Long and carefully worded');
  await expect(log(page).getByText('Not sent. You are muted.')).toBeVisible();
  await box(page).hover();
  await expect(around).toHaveCSS('opacity', '0');
  await expect(copy('Long and carefully worded')).toHaveCSS('opacity', '1');
});

test('what is typed while an edit is being saved stays in its box [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  await write(api, lovelace, address, 'Cake?');
  await page.goto(address);
  let save = () => {};
  const mayBeSaved = new Promise<void>((resolve) => {
    save = resolve;
  });
  let saved = 0;
  await page.route(`**/api/v1${address}/messages/*`, async (route) => {
    saved += 1;
    await mayBeSaved;
    await route.continue();
  });
  await pressAction(post(page, 'Cake?'), 'Edit message');
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('Tea?');
  await edit.press('Enter');
  await edit.press('Enter');
  const send = page.getByRole('button', { name: 'Send the edited message' });
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await edit.pressSequentially(' Or coffee?');
  const answered = page.waitForResponse(`**/api/v1${address}/messages/*`);
  save();
  await answered;
  await expect(send).not.toHaveAttribute('aria-busy');
  await expect(edit).toHaveValue('Tea? Or coffee?');
  expect(saved).toBe(1);
  await edit.press('Enter');
  await expect(post(page, 'Tea? Or coffee?')).toContainText('edited');
  await expect(edit).toBeHidden();
});

test('an edit that holds a key is saved with the key hidden, and its box closes [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  const address = await createSpace(api, lovelace);
  await write(api, lovelace, address, 'Cake?');
  await page.goto('/spaces');
  await page.evaluate(
    (entries) => Object.assign(localStorage, entries),
    settingEntries('openai', imitation.url),
  );
  await page.goto(address);
  await pressAction(post(page, 'Cake?'), 'Edit message');
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill(`Tea? ${canary}`);
  await edit.press('Enter');
  await toastOf(page).getByRole('button', { name: 'Send with the key hidden' }).click();
  await expect(post(page, 'Tea?')).toContainText('edited');
  await expect(edit).toBeHidden();
  await expect(page.getByText(canary)).toHaveCount(0);
});

test('an edit may leave a message with only its file, and an empty one says what to do instead [SPACE-08] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  await write(api, lovelace, address, 'Cake?');
  await page.goto(address);
  await attach(page);
  await say(page, 'Look');
  const edit = page.getByRole('textbox', { name: 'Edit your message' });
  await pressAction(post(page, 'Look'), 'Edit message');
  await edit.fill('');
  await edit.press('Enter');
  await expect(edit).toBeHidden();
  await expect(post(page, 'edited').getByRole('img', { name: samples.picture.name })).toBeVisible();
  await expect(post(page, 'Look')).toHaveCount(0);

  await pressAction(post(page, 'Cake?'), 'Edit message');
  await edit.fill(' ');
  await edit.press('Enter');
  await expect(toastOf(page)).toContainText('Write something, or delete the message.');
  await expect(edit).toBeFocused();
});

test('an edit stays within reach when its message is deleted or its author removed, and a reload asks @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  const { remove } = await write(api, lovelace, address, 'Cake?', hopper);
  await write(api, lovelace, address, 'Tea?');
  await page.goto(address);
  for (const text of ['Cake?', 'Tea?']) {
    await pressAction(post(page, text), 'Edit message');
    await page.getByRole('textbox', { name: 'Edit your message' }).last().fill(`${text} Long and carefully`);
  }
  await remove();
  const deleted = post(page, 'Deleted by');
  await expect(deleted.getByRole('blockquote')).toHaveText('Cake? Long and carefully');
  await deleted.getByRole('button', { name: 'Delete' }).click();
  await expect(deleted.getByRole('blockquote')).toBeHidden();

  watched.expectErrors(/Failed to load resource/);
  await api.as(hopper, 'DELETE /api/v1/spaces/:space_id/members/:user_id', {
    params: { space_id: idOf(address), user_id: lovelace.user_id },
    query: {},
  });
  await expect(page.getByText('You are not in this space.')).toBeVisible();
  await expect(page.getByRole('blockquote')).toHaveText('Tea? Long and carefully');

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(await signOutButton(page)).toContainText('an unsent edit in a space');
});

test('a report that is half written, and the question before deleting, stay when someone else deletes the message [SPACE-13] @phone-rest @rest', async ({
  page,
  api,
  lovelace,
  hopper,
}) => {
  const address = await createSpace(api, lovelace);
  await join(api, hopper, address);
  const [first, second] = [
    await write(api, hopper, address, 'Buy now'),
    await write(api, hopper, address, 'Buy more'),
  ];
  await page.goto(address);
  const more = (text: string) => pressAction(post(page, text), 'More');
  const deleted = page.getByText(`Deleted by ${hopper.name}`);

  await more('Buy now');
  await page.getByRole('menuitem', { name: 'Report message' }).click();
  const report = page.getByRole('dialog', { name: 'Report this message' });
  await report.getByLabel('Details').fill('It is advertising.');
  await first.remove();
  await expect(deleted).toHaveCount(1);
  await expect(report.getByLabel('Details')).toHaveValue('It is advertising.');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(report).toHaveCount(0);
  await expect(log(page)).toBeFocused();

  await more('Buy more');
  await page.getByRole('menuitem', { name: 'Delete message' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete this message?' });
  await second.remove();
  await expect(deleted).toHaveCount(2);
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(confirmation).toHaveCount(0);
});

test('the list of spaces says where messages were not sent, also in a space one is no longer in @rest', async ({
  page,
  api,
  lovelace,
  watched,
}) => {
  const address = await createSpace(api, lovelace);
  const lost = `/spaces/${crypto.randomUUID()}`;
  await page.goto('/dashboard');
  await page.evaluate(
    ([me, ...spaces]) => {
      const post = { message_id: 'm1', body: 'Cake?', files: [], at: 1, failed: 'You are muted.' };
      for (const id of spaces) localStorage.setItem(`polylogue.posts.${me}.${id}`, JSON.stringify([post]));
    },
    [lovelace.user_id, idOf(address), idOf(lost)],
  );
  await page.goto('/spaces');
  const list = (name: string) => page.getByRole('list', { name });
  await expect(list('Your spaces').getByRole('link')).toContainText('1 not sent');
  const link = list('Not sent').getByRole('link', { name: 'A space you are no longer in' });
  await expect(link).toContainText('1 not sent');
  watched.expectErrors(/Failed to load resource/);
  await link.click();
  await expect(page.getByRole('blockquote')).toHaveText('Cake?');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.goBack();
  await expect(list('Your spaces').getByRole('link')).toContainText('1 not sent');
  await expect(list('Not sent')).toBeHidden();
});

test('who signs out is told of the files attached in a space, and is not asked again [AUTH-08] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  await page.goto(await createSpace(api, lovelace));
  await attach(page);
  const questions = questionsOf(page);
  const dialog = await signOutButton(page);
  await expect(dialog).toContainText(samples.picture.name);
  await dialog.getByRole('button', { name: 'Sign out and clear' }).click();
  await expect(page).toHaveURL('/signin');
  expect(questions).toEqual([]);
});

test('files attached in a space do not hold up a reload once one was removed from it @rest', async ({
  page,
  api,
  lovelace,
  hopper,
  watched,
}) => {
  const address = await createSpace(api, hopper);
  await join(api, lovelace, address);
  await page.goto(address);
  await attach(page);
  watched.expectErrors(/Failed to load resource/);
  const questions = questionsOf(page);
  await api.as(hopper, 'DELETE /api/v1/spaces/:space_id/members/:user_id', {
    params: { space_id: idOf(address), user_id: lovelace.user_id },
    query: {},
  });
  await expect(page.getByText('You are not in this space.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Book club' })).toHaveCount(0);
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => setTimeout(() => location.reload()));
  await loaded;
  expect(questions).toEqual([]);
});

test('whoever leaves a space while a pasted text of theirs is on its way learns that the message was not sent [SPACE-06] @rest', async ({
  page,
  api,
  lovelace,
}) => {
  const address = await createSpace(api, lovelace);
  await page.goto(address);
  let upload = () => {};
  const mayUpload = new Promise<void>((resolve) => {
    upload = resolve;
  });
  await page.route('**/api/upload', async (route) => {
    await mayUpload;
    await route.continue();
  });
  await box(page).fill('What do you think?');
  await paste(page, 'A novel. '.repeat(2_000));
  const uploading = page.waitForRequest('**/api/upload');
  await box(page).press('Enter');
  await uploading;
  await page.getByRole('link', { name: 'Community' }).first().click();
  await expect(box(page)).toBeHidden();
  upload();
  await expect(toastOf(page)).toContainText('Your message was not sent');
  await expect(toastOf(page)).toContainText('It is kept in Book club.');
  await page.goBack();
  await expect(box(page)).toHaveValue('What do you think?');
  await box(page).press('Enter');
  await expect(post(page, 'What do you think?')).toContainText('Pasted text.txt');
});

test('in a space a pasted text waits beside the box, is there after a reload, leaves with Send, and a key in what is written never does [SPACE-08]', async ({
  page,
  api,
  lovelace,
  imitation,
}) => {
  const address = await createSpace(api, lovelace);
  await page.goto('/spaces');
  await page.evaluate(
    (entries) => Object.assign(localStorage, entries),
    settingEntries('openai', imitation.url),
  );
  await page.goto(address);
  const posted: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname),
  );
  await box(page).fill(`My key is ${canary}`);
  await box(page).press('Enter');
  await expect(toastOf(page)).toContainText('This looks like your API key');
  await expect(box(page)).toHaveValue(`My key is ${canary}`);
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(stored).not.toContain('My key is');
  await box(page).fill('');

  await paste(page, 'A novel. '.repeat(2_000));
  await paste(page, 'A letter. '.repeat(1_200));
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  expect(posted.filter((path) => path.includes('upload') || path.includes('files'))).toEqual([]);
  await expectPasted(page, 2);
  await page.reload();
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  // One of them is longer than a post may be.
  await page.getByRole('button', { name: 'Put it into the message instead' }).click();
  await expect(box(page)).toHaveValue('A letter. '.repeat(1_200));
  await box(page).fill('');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(post(page, 'Pasted text.txt')).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
  await page.reload();
  await expect(post(page, 'Pasted text.txt')).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
});
