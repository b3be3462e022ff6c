import type { Locator, Page } from '@playwright/test';
import { expectCleanInBothColours } from './axe.ts';
import { expect } from './journey.ts';
import { test } from './member.ts';
import { canary } from './provider.ts';

test.use({ provider: 'openai' });

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'At a glance' });
const folderOf = (page: Page, name: string) =>
  sidebar(page).getByRole('button', { name: new RegExp(`^${name} \\d+ conversations?$`) });

async function newFolder(page: Page, name: string, instructions = '') {
  await sidebar(page).getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: 'blue' }).check();
  await dialog.getByLabel('Instructions').fill(instructions);
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await expect(dialog).toBeHidden();
}

async function choose(page: Page, menu: string, item: string) {
  const button = sidebar(page).getByRole('button', { name: menu });
  await button.focus();
  await button.press('Enter');
  await page.getByRole('menu', { name: menu }).getByRole('menuitem', { name: item, exact: true }).click();
}

test('a conversation goes into a folder by keyboard and by drag, and stays when the folder is deleted [FOLDER-01] @phone-rest', async ({
  page,
  chat,
  ada,
  api,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  const folders = async () => {
    const { conversations } = await api.as(ada, 'GET /api/v1/conversations', { query: {} });
    return conversations.map(({ fields }) => fields.folder?.[0] ?? null);
  };
  await chat.open();
  await chat.ask('/say Good day.');
  await newFolder(page, 'Garden');
  await expect(folderOf(page, 'Garden')).toHaveAttribute('aria-expanded', 'false');

  await choose(page, 'Actions for /say Good day.', 'Move to folder');
  await page
    .getByRole('dialog', { name: 'Move to a folder' })
    .getByRole('button', { name: 'Garden' })
    .press('Enter');
  await expect(folderOf(page, 'Garden')).toHaveAccessibleName('Garden 1 conversation');
  await expect.poll(folders).toEqual([expect.any(String)]);
  const row = sidebar(page).getByRole('link', { name: '/say Good day.' });
  await expect(row).toBeHidden();
  await folderOf(page, 'Garden').press('Enter');
  await expect(row).toBeVisible();

  await chat.toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(folderOf(page, 'Garden')).toHaveAccessibleName('Garden 0 conversations');
  await row.dragTo(folderOf(page, 'Garden'));
  await expect(folderOf(page, 'Garden')).toHaveAccessibleName('Garden 1 conversation');
  await choose(page, 'Actions for /say Good day.', 'Pin');
  await expect(row).toHaveAccessibleName('Pinned: /say Good day.');

  await page.reload();
  await expect(folderOf(page, 'Garden')).toHaveAttribute('aria-expanded', 'true');
  await choose(page, 'Actions for the folder Garden', 'Delete');
  // What Enter would do by mistake deletes no conversation.
  await expect(page.getByRole('button', { name: 'Keep the conversation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(folderOf(page, 'Garden')).toBeHidden();
  await expect(row).toBeVisible();
  await chat.toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(folderOf(page, 'Garden')).toHaveAccessibleName('Garden 1 conversation');
});

test('of many folders the sidebar lists a few, and a conversation is moved into one by its name @rest', async ({
  page,
  chat,
  ada,
  api,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  const records = Array.from({ length: 12 }, (_, at) => ({
    kind: 'folder' as const,
    record_id: crypto.randomUUID(),
    fields: { name: [`Client ${at + 1}`, 1_000 + at] as [string, number] },
  }));
  await api.as(ada, 'POST /api/v1/changes', {
    body: { records, conversations: [], messages: [], usage: [] },
  });
  await chat.open();
  await chat.ask('/say Good day.');
  const folders = sidebar(page).getByRole('list', { name: 'Folders' }).getByRole('listitem');
  await expect(folders).toHaveCount(7);
  await expect(folders.first()).toContainText('Client 7');
  await expect(folderOf(page, 'Client 2')).toBeHidden();

  await choose(page, 'Actions for /say Good day.', 'Move to folder');
  const dialog = page.getByRole('dialog', { name: 'Move to a folder' });
  await expect(dialog.getByLabel('Find a folder')).toBeFocused();
  await dialog.getByLabel('Find a folder').fill('client 2');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(folderOf(page, 'Client 2')).toHaveAccessibleName('Client 2 1 conversation');
  await sidebar(page).getByRole('button', { name: 'All 12 folders' }).press('Enter');
  await expect(folders).toHaveCount(13);
  await expect(folders.first()).toContainText('Client 1');
});

test('a folder, a prompt and a file of a folder are made once, however often they are saved; axe finds nothing in their dialogs @rest', async ({
  page,
  chat,
  ada: _signedIn,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  const pressTwice = (form: Locator) =>
    form.evaluate((one: HTMLFormElement) => {
      one.requestSubmit();
      one.requestSubmit();
    });
  await chat.open();
  await chat.ask('/say Good day.');
  const folders = sidebar(page).getByRole('list', { name: 'Folders' }).getByRole('listitem');

  await sidebar(page).getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('Sea');
  await expectCleanInBothColours(page);
  await pressTwice(dialog.locator('form'));
  await expect(dialog).toBeHidden();
  await expect(folderOf(page, 'Sea')).toBeVisible();
  await expect(folders).toHaveCount(1);

  await choose(page, 'Actions for /say Good day.', 'Move to folder');
  const places = page.getByRole('dialog', { name: 'Move to a folder' });
  await places.getByLabel('New folder').fill('Land');
  await expectCleanInBothColours(page);
  await pressTwice(places.locator('form').last());
  await expect(folderOf(page, 'Land')).toHaveAccessibleName('Land 1 conversation');
  await expect(folders).toHaveCount(2);

  await chat.box.pressSequentially('/');
  await page.getByRole('option', { name: 'Add a prompt…' }).click();
  const library = page.getByRole('dialog', { name: 'Prompts' });
  await library.getByRole('button', { name: 'New prompt' }).click();
  await library.getByLabel('Name').fill('Translate');
  await library.getByLabel('Text').fill('Translate this');
  await expectCleanInBothColours(page);
  await pressTwice(library.locator('form'));
  await expect(library.getByRole('button', { name: /^Translate/ })).toHaveCount(1);
  await expectCleanInBothColours(page);
  await page.keyboard.press('Escape');

  // The browser fails to store the file, once.
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given: Parameters<typeof put>) {
      if (this.name !== 'files') return put.apply(this, given);
      IDBObjectStore.prototype.put = put;
      throw new Error('Unreadable');
    };
  });
  await sidebar(page).getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('Name').fill('Snakes');
  const species = {
    name: 'species.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Adders are venomous.'),
  };
  await dialog.locator('input[type=file]').setInputFiles([species]);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'species.txt' })).toBeVisible();
  const create = dialog.getByRole('button', { name: 'Create folder' });
  await create.click();
  await expect(chat.toasts.getByText('That did not work')).toBeVisible();
  await create.click();
  await expect(dialog).toBeHidden();
  await expect(folderOf(page, 'Snakes')).toHaveCount(1);
  await expect(folders).toHaveCount(3);
  await choose(page, 'Actions for the folder Snakes', 'Edit');
  await expect(page.getByRole('list', { name: 'Files of the folder' }).getByRole('listitem')).toHaveCount(1);
});

test('another colour leaves the instructions of a folder that another tab has written meanwhile @rest', async ({
  page,
  chat,
  context,
  ada: _signedIn,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  await chat.open();
  await newFolder(page, 'Sea', 'Be brief.');
  await choose(page, 'Actions for the folder Sea', 'Edit');
  const here = page.getByRole('dialog', { name: 'Edit folder' });
  await expect(here.getByLabel('Instructions')).toHaveValue('Be brief.');

  const other = await context.newPage();
  await other.goto('/chat');
  await choose(other, 'Actions for the folder Sea', 'Edit');
  const there = other.getByRole('dialog', { name: 'Edit folder' });
  await there.getByLabel('Instructions').fill('Be kind.');
  await there.getByRole('button', { name: 'Save' }).click();
  await expect(there).toBeHidden();

  await here.getByRole('radio', { name: 'teal' }).check();
  await here.getByRole('button', { name: 'Save' }).click();
  await expect(here).toBeHidden();
  await choose(other, 'Actions for the folder Sea', 'Edit');
  await expect(there.getByRole('radio', { name: 'teal' })).toBeChecked();
  await expect(there.getByLabel('Instructions')).toHaveValue('Be kind.');
});

test('what is said once goes along with every question, for all chats and for a folder; a chat leaves out either [INSTR-01] @phone-rest @rest', async ({
  page,
  chat,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  await chat.open();
  await newFolder(page, 'Sea', 'Use nautical miles.');
  await choose(page, 'Actions for the folder Sea', 'New conversation');
  await page.getByRole('button', { name: /^Instructions/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Instructions' });
  await dialog.getByText('Instructions for all conversations').first().click();
  await dialog.getByRole('textbox', { name: 'Instructions for all conversations' }).fill('Answer briefly.');
  await dialog.getByLabel('System prompt').fill('Rhyme.');
  await expect(dialog.getByRole('switch', { name: 'Instructions of the folder “Sea”' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const reply = await chat.ask('/echo');
  await expect(reply).toContainText(/Answer briefly\.\s*Use nautical miles\.\s*Rhyme\./);
  await expect(folderOf(page, 'Sea')).toHaveAccessibleName('Sea 1 conversation');

  await page.getByRole('button', { name: /^Instructions/ }).click();
  await dialog.getByRole('switch', { name: 'Your instructions for all conversations' }).uncheck();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const next = await chat.ask('/echo again');
  // What it was told before is in the history, in a block of code.
  await expect(next).toContainText(/^Reply[^`]*model: \S+\s+system: Use nautical miles\./);

  // In another chat, which is in no folder, they apply without a word.
  await chat.startNew();
  await expect(await chat.ask('/echo')).toContainText('system: Answer briefly.');
});

test('on a new device the first question waits for one’s own instructions, and says so where they do not come @rest', async ({
  page,
  chat,
  ada,
  api,
  asked,
}) => {
  const records = [
    {
      kind: 'instructions' as const,
      record_id: '00000000-0000-8000-8000-000000000001',
      fields: { text: ['Answer briefly.', 1_000] as [string, number] },
    },
  ];
  await api.as(ada, 'POST /api/v1/changes', {
    body: { records, conversations: [], messages: [], usage: [] },
  });
  const held: (() => void)[] = [];
  await page.route(/\/api\/v1\/records\?/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await chat.open();
  await expect.poll(() => held.length).toBe(1);
  await chat.ask('/say One.');
  await chat.expectToast('Your instructions could not be loaded', 'This question was sent without them');
  await chat.say('/say Two.');
  await expect(chat.questions).toHaveCount(2);
  held[0]?.();
  await expect(chat.replies).toHaveCount(2);
  const bodies = asked().map(({ body }) => JSON.stringify(body));
  expect(bodies.map((body) => body.includes('Answer briefly.'))).toEqual([false, true]);
});

test('the dialog of instructions asks before it throws away some that are too long to be stored @rest', async ({
  page,
  chat: _connected,
  ada: _signedIn,
}) => {
  await page.goto('/dashboard');
  await sidebar(page).getByRole('link', { name: 'New conversation' }).click();
  await page.getByRole('button', { name: 'Instructions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Instructions' });
  await dialog.getByText('Instructions for all conversations').first().click();
  const instructions = dialog.getByRole('textbox', { name: 'Instructions for all conversations' });
  const tooLong = 'Be brief. '.repeat(3_300);
  await instructions.fill(tooLong);
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Done' }).click(),
    () => void page.goBack({ timeout: 1_000 }).catch(() => {}),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(instructions).toHaveValue(tooLong);
  }
  // Of two that are too long one is still asked about.
  const ofThisChat = dialog.getByRole('textbox', { name: 'System prompt' });
  await ofThisChat.fill(tooLong);
  await expect(ofThisChat).toHaveAccessibleDescription(/Shorten it to/);
  await instructions.fill('Be brief.');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(ofThisChat).toHaveValue(tooLong);
  await ofThisChat.fill('Rhyme.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
});

test('the files of a folder go along with every question in it, which is said before; a chat leaves them out [FOLDER-04] @rest', async ({
  page,
  chat,
  ada,
  api,
  watched,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  await chat.open();
  await sidebar(page).getByRole('button', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('Snakes');
  const file = (name: string, mimeType: string, text: string) => ({
    name,
    mimeType,
    buffer: Buffer.from(text),
  });
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      file('species.txt', 'text/plain', 'Adders are venomous.'),
      file('film.mp4', 'video/mp4', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom'),
    ]);
  const files = dialog.getByRole('list', { name: 'Files of the folder' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Create folder' }).click();
  await expect(dialog).toBeHidden();

  await choose(page, 'Actions for the folder Snakes', 'New conversation');
  await expect(
    page.getByText(/^1 file of “Snakes” goes along with every question: ≈ \d+ tokens\./),
  ).toContainText('cannot read film.mp4: it is left out.');
  const reply = await chat.ask('/echo');
  await expect(reply).toContainText('<file name="species.txt">');
  await expect(reply).toContainText('Adders are venomous.');
  await expect(reply).not.toContainText('film.mp4');
  const context = page.getByRole('button', { name: /^Context: / });
  await expect(context).toHaveAccessibleName(/^Context: \d/);

  await page.getByRole('button', { name: /^Instructions/ }).click();
  const settings = page.getByRole('dialog', { name: 'Instructions' });
  await settings.getByRole('switch', { name: 'Files of the folder “Snakes”' }).uncheck();
  await settings.getByRole('button', { name: 'Done' }).click();
  // The provider has not counted the question without them.
  await expect(context).toHaveAccessibleName(/^Context: ≈ \d/);
  await expect(await chat.ask('/echo again')).toContainText(/model: \S+\s+user: \/echo/);

  // Once it is in the account, a browser that has lost everything has it again.
  const { records } = await api.as(ada, 'GET /api/v1/records', { query: {} });
  const stored = records.find(
    ({ kind, fields }) => kind === 'file' && Object(fields.name)[0] === 'species.txt',
  );
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${ada.access_token}` };
      const content = await page.request.get(`/api/v1/records/${stored?.record_id}/file`, { headers });
      return content.text();
    })
    .toBe('Adders are venomous.');
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await page.reload();
  await choose(page, 'Actions for the folder Snakes', 'New conversation');
  await test.step('a question that is stopped while they are fetched is not said to have been sent without them', async () => {
    watched.expectErrors(/Failed to load resource/);
    const file = /\/api\/v1\/records\/[^/]+\/file$/;
    const isStopped = Promise.withResolvers<void>();
    await page.route(file, (route) => isStopped.promise.then(() => route.abort()));
    const isFetching = page.waitForRequest(file);
    await chat.say('/echo');
    await isFetching;
    await chat.stop.click();
    const hasFailed = page.waitForEvent('requestfailed');
    isStopped.resolve();
    await hasFailed;
    await page.unroute(file);
  });
  await expect(await chat.ask('/echo again')).toContainText('Adders are venomous.');
  await expect(chat.toasts.getByText('Could not load')).toHaveCount(0);
});

test('a conversation begins with the model of its folder; elsewhere the usual one answers, and a model chosen by hand stays [FOLDER-07] @rest', async ({
  page,
  chat,
  ada: _signedIn,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  const inUse = page.getByRole('button', { name: /^Provider and model/ });
  const use = async (name: string) => {
    await inUse.click();
    await page.getByRole('combobox', { name: /^Search models/ }).fill(name);
    await page.getByRole('option', { name: `Use “${name}”` }).click();
    await expect(inUse).toHaveAccessibleName(new RegExp(`, ${name}$`));
    await expect(page.getByRole('combobox', { name: /^Search models/ })).toBeHidden();
  };
  const expectModel = (name: string) => expect(inUse).toHaveAccessibleName(new RegExp(`, ${name}$`));
  await chat.open();
  await newFolder(page, 'Sea');
  await newFolder(page, 'Land');
  await choose(page, 'Actions for the folder Sea', 'New conversation');
  await use('gpt-of-the-sea');
  await page.getByRole('button', { name: 'Instructions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Instructions' });
  const ofFolder = dialog.getByRole('switch', { name: 'Conversations in “Sea” use gpt-of-the-sea' });
  await ofFolder.click();
  await expect(ofFolder).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  await choose(page, 'Actions for the folder Land', 'New conversation');
  await use('gpt-usual');
  await choose(page, 'Actions for the folder Sea', 'New conversation');
  await expectModel('gpt-of-the-sea');
  await choose(page, 'Actions for the folder Land', 'New conversation');
  await expectModel('gpt-usual');
  await choose(page, 'Actions for the folder Sea', 'New conversation');
  await expectModel('gpt-of-the-sea');
  const other = await page.context().newPage();
  await other.goto('/chat');
  await expect(other.getByRole('button', { name: /^Provider and model/ })).toHaveAccessibleName(/gpt-usual$/);
  await other.close();
  await expect(await chat.ask('/echo')).toContainText('model: gpt-of-the-sea');
  await page.goto('/dashboard');
  await page.getByRole('textbox', { name: 'Message' }).fill('/echo from Home');
  await page.keyboard.press('Enter');
  await expect(chat.replies.last()).toContainText('model: gpt-usual');

  await choose(page, 'Actions for the folder Sea', 'New conversation');
  await expectModel('gpt-of-the-sea');
  await use('gpt-by-hand');
  await page.reload();
  await expect(page.getByTitle('In the folder “Sea”')).toBeVisible();
  await expectModel('gpt-by-hand');

  // What a conversation set can be seen and taken away where the folder is edited.
  await choose(page, 'Actions for the folder Sea', 'Edit');
  const form = page.getByRole('dialog', { name: 'Edit folder' });
  await expect(form.getByText('Conversations in this folder use gpt-of-the-sea.')).toBeVisible();
  await form.getByRole('button', { name: 'Remove the model' }).click();
  await expect(form.getByText(/The model in use answers/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  // Another browser has another provider only.
  await page.evaluate(() => {
    const endpoint = 'https://api.x.ai/v1/chat/completions';
    localStorage.removeItem('polylogue.connections');
    localStorage.setItem('ai_provider', 'grok');
    localStorage.setItem('openai_endpoint', endpoint);
    localStorage.setItem('openai_model', 'grok-9');
    localStorage.setItem('polylogue.key_host', new URL(endpoint).origin);
    localStorage.setItem('openai_api_key', 'xai-own-f81c0e5b7a49d2aa');
  });
  await page.reload();
  const note = page.getByText(
    '“Sea” uses gpt-of-the-sea, but OpenAI is not connected in this browser: grok-9 answers.',
  );
  await expect(note).toBeVisible();
  await page.getByRole('button', { name: 'Models & keys' }).click();
  await expect(page.getByRole('dialog', { name: 'API Configuration' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Until it has begun, it is moved as one that has.
  await page.getByTitle('In the folder “Sea”').press('Enter');
  const places = page.getByRole('dialog', { name: 'Move to a folder' });
  await places.getByRole('button', { name: 'Land' }).press('Enter');
  await page.getByTitle('In the folder “Land”').press('Enter');
  await places.getByRole('button', { name: 'Take out of the folder' }).press('Enter');
  await expect(page.getByTitle(/^In the folder/)).toHaveCount(0);
});

test('a prompt is written once, filled in from a slash, and never sent by itself [PROMPT-01]', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.box.pressSequentially('/');
  await page.getByRole('option', { name: 'Add a prompt…' }).click();
  const library = page.getByRole('dialog', { name: 'Prompts' });
  await library.getByRole('button', { name: 'New prompt' }).press('Enter');
  // With the keyboard alone one writes where one is led to.
  await expect(library.getByLabel('Name')).toBeFocused();
  await page.keyboard.insertText('Translate');
  await library.getByLabel('Text').fill('/say {{text}} in {{language=French}}, {{tone:formal|casual}}');
  await library.getByRole('button', { name: 'Add prompt' }).click();
  await expect(library.getByRole('button', { name: /^Translate/ })).toBeVisible();
  await expect(library.getByRole('button', { name: 'New prompt' })).toBeFocused();
  await library.getByRole('button', { name: 'Actions for Translate' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
  await expect(library.getByLabel('Name')).toBeFocused();
  await library.getByRole('button', { name: 'Back' }).click();
  const saved = page.waitForEvent('download');
  await library.getByRole('button', { name: 'Export' }).click();
  const file = await (await saved).path();
  await library.getByRole('button', { name: 'Actions for Translate' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(library.getByRole('button', { name: /^Translate/ })).toBeHidden();
  // Not the text box under the dialog, in which one was before.
  await expect(library).toBeFocused();
  await library.getByLabel('File of prompts').setInputFiles(file);
  await expect(library.getByRole('button', { name: /^Translate/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(chat.box).toBeFocused();
  await chat.box.fill('Please now');
  await chat.box.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(6, 6));
  await page.keyboard.type(' /tra');
  await expect(page.getByRole('option', { name: /^Translate/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Translate' });
  await form.getByLabel('text', { exact: true }).fill('Good day');
  await form.getByLabel('tone').selectOption('casual');
  await form.getByRole('button', { name: 'Put into the message' }).click();
  await expect(chat.box).toHaveValue('Please /say Good day in French, casual now');
  await expect(chat.messages).toHaveCount(0);
});

test('what was typed of a prompt, or into its fields, is not thrown away by Back or Escape @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.box.pressSequentially('/');
  await page.getByRole('option', { name: 'Add a prompt…' }).click();
  const library = page.getByRole('dialog', { name: 'Prompts' });
  await library.getByRole('button', { name: 'New prompt' }).click();
  await library.getByLabel('Name').fill('Translate');
  await library.getByLabel('Text').fill('/say {{text}} in {{language=French}}');
  await library.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await library.getByRole('button', { name: 'Add prompt' }).click();
  await library.getByRole('button', { name: 'New prompt' }).click();
  await library.getByLabel('Name').fill('Summarise');
  await library.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(library.getByRole('button', { name: 'New prompt' })).toBeFocused();
  await library.getByRole('button', { name: /^Translate/ }).click();
  const form = page.getByRole('dialog', { name: 'Translate' });
  await expect(form.getByLabel('text', { exact: true })).toBeFocused();
  await form.getByLabel('text', { exact: true }).fill('A long letter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(form.getByLabel('text', { exact: true })).toHaveValue('A long letter');
  await form.getByRole('button', { name: 'Put into the message' }).click();
  await expect(chat.box).toHaveValue('/say A long letter in French');

  // With nothing typed there is nothing to ask.
  await chat.box.fill('/tra');
  await expect(page.getByRole('option', { name: /^Translate/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('a saved key goes into no prompt, no folder and no title [SEND-09] @rest', async ({
  page,
  chat,
  ada,
  api,
}) => {
  test.skip(test.info().project.name.startsWith('phone'), 'The sidebar is a drawer on phones.');
  const words = 'This looks like your API key';
  const toast = chat.toasts.getByText(words).first();
  await chat.open();
  await chat.ask('/say Good day.');

  await sidebar(page).getByRole('button', { name: 'New folder' }).click();
  const folder = page.getByRole('dialog', { name: 'New folder' });
  await folder.getByLabel('Name').fill('Sea');
  await folder.getByLabel('Instructions').fill(`Call it with ${canary}.`);
  await folder.getByRole('button', { name: 'Create folder' }).click();
  await expect(folder.getByLabel('Instructions')).toHaveAccessibleDescription(new RegExp(words));
  await folder.getByLabel('Name').fill(canary);
  await folder.getByLabel('Instructions').fill('Be brief.');
  await folder.getByRole('button', { name: 'Create folder' }).click();
  await expect(toast).toBeVisible();
  await folder.getByLabel('Name').fill('Sea');
  await folder.getByRole('button', { name: 'Create folder' }).click();
  await expect(folder).toBeHidden();

  await chat.box.pressSequentially('/');
  await page.getByRole('option', { name: 'Add a prompt…' }).click();
  const library = page.getByRole('dialog', { name: 'Prompts' });
  await library.getByRole('button', { name: 'New prompt' }).click();
  await library.getByLabel('Name').fill('Call');
  await library.getByLabel('Text').fill(`curl -H "x-api-key: ${canary}"`);
  await library.getByRole('button', { name: 'Add prompt' }).click();
  await expect(library.getByLabel('Text')).toHaveAccessibleDescription(new RegExp(words));
  await library.getByLabel('Text').fill('curl');
  await library.getByRole('button', { name: 'Add prompt' }).click();
  const prompts = [{ name: 'Call again', text: `curl -H "x-api-key: ${canary}"` }];
  const buffer = Buffer.from(JSON.stringify({ prompts }));
  await library
    .getByLabel('File of prompts')
    .setInputFiles({ name: 'prompts.json', mimeType: 'application/json', buffer });
  await expect(
    chat.toasts.getByText('Left out: 1 prompt with your API key. Take it out first.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rename “/say Good day.”' }).click();
  await page.keyboard.insertText(canary);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename “/say Good day.”' })).toBeFocused();
  const stored = async () => {
    const { records } = await api.as(ada, 'GET /api/v1/records', { query: {} });
    return records.map(({ kind, fields }) => [kind, (fields.name as unknown[] | undefined)?.[0]]).sort();
  };
  await expect.poll(stored).toEqual([
    ['folder', 'Sea'],
    ['prompt', 'Call'],
  ]);
});

test('a folder that was being edited is not open on the page that Back leads to @rest', async ({
  page,
  ada: _signedIn,
}) => {
  await page.goto('/spaces');
  await sidebar(page).getByRole('link', { name: 'All conversations' }).click();
  await expect(page).toHaveURL('/conversations');
  await sidebar(page).getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name').fill('Garden');
  void page.goBack({ timeout: 1_000 }).catch(() => {});
  await page
    .getByRole('dialog', { name: 'Discard what you entered?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(page).toHaveURL('/spaces');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Spaces' })).toBeVisible();
});
