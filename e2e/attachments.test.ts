import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectClean } from './axe.ts';
import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { longestTask } from './longest-task.ts';
import { jpegSize, photo, pngClaiming, pngOf } from './pictures.ts';
import { pressAction } from './press-action.ts';
import { canary, endpointOf } from './provider.ts';
import { samples } from './samples.ts';
import { expectPasted, expectStored } from './stored.ts';

test.use({ entries: { openai_model: 'gpt-6-luna' } });

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const named = (name: string, text: string, mimeType = 'text/plain'): Given => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

const chips = (chat: Chat) => chat.page.getByRole('list', { name: 'Files to send' });
const chip = (chat: Chat, name: string) => chips(chat).getByRole('listitem').filter({ hasText: name });

/** What a mouse or a clipboard carries. */
function carrying(page: Page, files: readonly Given[], text = '') {
  return page.evaluateHandle(
    ({ files, text }) => {
      const data = new DataTransfer();
      for (const { name, type, content } of files) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      if (text) data.setData('text/plain', text);
      return data;
    },
    {
      files: files.map(({ name, mimeType, buffer }) => ({
        name,
        type: mimeType,
        content: buffer.toString('base64'),
      })),
      text,
    },
  );
}

async function drop(chat: Chat, files: readonly Given[], text = '') {
  const dataTransfer = await carrying(chat.page, files, text);
  for (const event of ['dragenter', 'dragover', 'drop'])
    await chat.list.dispatchEvent(event, { dataTransfer });
}

async function paste(chat: Chat, files: readonly Given[], text = '') {
  const clipboardData = await carrying(chat.page, files, text);
  await chat.box.evaluate((box, clipboardData) => {
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, clipboardData);
}

async function pick(chat: Chat, button: string, files: readonly Given[] | string) {
  const choosing = chat.page.waitForEvent('filechooser');
  await chat.button(button).click();
  const chooser = await choosing;
  await chooser.setFiles(typeof files === 'string' ? files : [...files]);
  return chooser;
}

/** Only the header of one, with its size. */
const heic = Buffer.from(
  '\0\0\0\x18ftypheic\0\0\0\0heicmif1\0\0\0\x14ispe\0\0\0\0\0\0\x0f\xc0\0\0\x0b\xd0',
  'latin1',
);

/** The last request to the provider. */
const sent = (asked: () => { body: unknown }[]) => JSON.stringify(asked().at(-1)?.body);

test('pasted and dropped files wait in their order, and nothing leaves the browser before they are sent [ATT-01 ATT-04] @phone-rest', async ({
  chat,
  asked,
  watched,
}) => {
  await chat.open();
  await drop(chat, [named('one.csv', 'a;b'), named('two.ts', 'const two = 2;', 'video/mp2t')]);
  await paste(chat, [samples.picture, samples.picture]);
  const names = ['one.csv', 'two.ts', 'dot.png', 'dot.png'];
  await expect(chips(chat).getByRole('listitem')).toHaveCount(4);
  for (const [index, name] of names.entries())
    await expect(chips(chat).getByRole('listitem').nth(index)).toContainText(name);
  await expect(chips(chat).locator('[aria-busy]')).toHaveCount(0);
  expect(asked()).toEqual([]);
  const said = watched.requests.filter((request) => request.method() !== 'GET' || request.postData());
  expect(said.map((request) => request.url())).toEqual([]);

  await chat.ask('/say Four files.');
  const body = sent(asked);
  for (const words of ['a;b', 'const two = 2;', 'one.csv', 'two.ts']) expect(body).toContain(words);
  expect(body.indexOf('one.csv')).toBeLessThan(body.indexOf('two.ts'));
  await expect(chips(chat)).toHaveCount(0);
});

test('files that come with their names are files, and words that come with their picture are words [ATT-01] @rest', async ({
  chat,
}) => {
  await chat.open();
  await paste(chat, [samples.picture], 'dot.png');
  await expect(chip(chat, 'dot.png')).toContainText('PNG');
  await paste(chat, [samples.picture], 'Dear Ada,');
  await paste(chat, [samples.picture], 'dot.png');
  await expect(chips(chat).getByRole('listitem')).toHaveCount(2);
});

test('a picture pasted outside the box is added too, and announced [ATT-01] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  const clipboardData = await carrying(page, [samples.picture]);
  await chat.list.evaluate((list, clipboardData) => {
    list.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, clipboardData);
  await expect(chip(chat, 'dot.png')).toContainText('PNG');
  await expect(page.getByRole('status').filter({ hasText: 'file' })).toHaveText(
    '1 file will be sent with your message.',
  );
});

test('while a reply streams, files are collected for the next message [ATT-01] @rest', async ({
  chat,
  imitation,
  begin,
  asked,
}) => {
  await chat.open();
  await begin(3);
  await drop(chat, [samples.text]);
  await expect(chip(chat, 'notes.txt')).toContainText('19 bytes');
  imitation.release();
  await expect(chat.send).toBeVisible();
  await chat.ask('/say Seen.');
  expect(sent(asked)).toContain('Remember the milk.');
});

test('a folder is refused with a sentence, and dropped text goes into the box [ATT-01] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await page.evaluate(() => {
    DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true, name: 'Holidays' }) as never;
  });
  await drop(chat, [named('Holidays', '')]);
  await chat.expectToast('A folder cannot be added. Open it and drop the files in it instead.');
  await expect(chips(chat)).toHaveCount(0);

  await chat.box.fill('Say: ');
  await drop(chat, [], 'words from elsewhere');
  await expect(chat.box).toHaveValue('Say: words from elsewhere');
});

test('a text of thousands of lines that is put into the box is there at once, and takes the place of nothing [ATT-01] @rest', async ({
  chat,
}) => {
  await chat.open();
  await chat.box.fill('What is this?\n');
  await chat.box.selectText();
  const text = Array.from({ length: 4_000 }, (_, line) => `Line ${line} of a long log.`).join('\n');
  const began = Date.now();
  await drop(chat, [], text);
  await chat.button('Put it into the message instead').click();
  await expect(chips(chat)).toHaveCount(0);
  await expect(chat.box).toHaveValue(`What is this?\n${text}`);
  // Typed as such it took half a minute.
  expect(Date.now() - began).toBeLessThan(15_000);
  await expect(chat.box).toBeFocused();
});

test('a long text that is pasted or dropped waits beside the box as a file, is there after a reload, and is sent with Send alone; a key in it is found [ATT-14] @phone-rest @rest', async ({
  page,
  chat,
  asked,
  browser,
}) => {
  await chat.open();
  const text = Array.from({ length: 20_000 }, (_, line) => `Line ${line} of a log of some length.`).join(
    '\n',
  );
  const longest = await longestTask(browser, page, () => paste(chat, [], text));
  expect(longest).toBeLessThan(200);
  await expect(chip(chat, 'Pasted text.txt')).toContainText('TXT');
  await expect(chat.box).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored.length).toBeLessThan(5_000);
  await expectPasted(page, 1);
  await page.reload();
  await expect(chip(chat, 'Pasted text.txt')).toContainText('TXT');
  await drop(chat, [], `${'My settings. '.repeat(1_000)} key=${canary}`);
  await expect(chip(chat, 'Pasted text 2.txt')).toContainText('TXT');
  await chat.send.click();
  await chat.expectToast(
    'This looks like your API key',
    'It will be gone when you reload or leave this page.',
  );
  expect(asked()).toEqual([]);
  await chat.button('Remove Pasted text 2.txt').click();
  await chat.send.click();
  await expect(chat.replies).toHaveCount(1);
  expect(sent(asked)).toContain('Line 19999 of a log');
  await expect(chips(chat)).toHaveCount(0);
  await expect(chat.send).toBeVisible();
  await page.reload();
  await expect(chat.replies).toHaveCount(1);
  await expect(chips(chat)).toHaveCount(0);
});

test('files picked together are uploaded each and sent in one message, unless another chat is open by then [ATT-02] @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  await pick(chat, 'Upload document', [samples.text, samples.pdf, named('latin.txt', '')].slice(0, 2));
  await expect(chat.questions).toHaveCount(1);
  await expect(chat.questions).toContainText(
    /notes\.txt[\s\S]*\/files\/[0-9a-f]{32}[\s\S]*report\.pdf[\s\S]*\/files\//,
  );
  await expect(chat.questions.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await expect(chat.replies).toHaveCount(1);
  expect(sent(asked)).toContain('Remember the milk.');
  expect(sent(asked)).toContain(samples.pdf.buffer.toString('base64'));

  const going = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await going.promise;
    await route.continue();
  });
  await pick(chat, 'Upload document', [samples.pdf]);
  await expect(page.getByRole('progressbar', { name: 'Uploading report.pdf' })).toBeVisible();
  await chat.startNew();
  await expect(chat.questions).toHaveCount(0);
  const arriving = page.waitForResponse('**/api/upload');
  going.resolve();
  await (await arriving).finished();
  await page.goBack();
  await expect(chip(chat, 'report.pdf')).toContainText(/PDF · \d+ bytes/);
  await expect(chat.questions).toHaveCount(1);
});

test('a file shows its progress, can be cancelled, and retried without picking it again [ATT-03] @phone-rest @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  let go = () => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/upload', async (route) => {
    await going;
    await route.abort();
  });
  await pick(chat, 'Upload document', [samples.text, samples.pdf]);
  await expect(page.getByRole('progressbar', { name: 'Uploading notes.txt' })).toBeVisible();
  await chat.button('Cancel upload of report.pdf').click();
  await expect(chip(chat, 'report.pdf')).toHaveCount(0);
  go();
  await chat.expectToast('Failed to upload notes.txt. Please try again.');
  await expect(chip(chat, 'notes.txt')).toContainText('Not uploaded. Check your internet connection.');
  await chat.closeToast();
  await expectClean(page);
  await page.unroute('**/api/upload');
  await chat.button('Retry notes.txt').click();
  await expect(chat.questions).toContainText('notes.txt');
  await expect(chips(chat)).toHaveCount(0);
});

test.describe('with a model that looks at 1568 pixels', () => {
  test.use({ provider: 'anthropic', entries: {} });

  test('a photo is sent upright, scaled, and without the place it was taken at [ATT-05] @phone-rest @rest', async ({
    page,
    chat,
    asked,
  }) => {
    await chat.open();
    const taken = await photo(page, 4000, 3000, 'canary-51.5N');
    await paste(chat, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: taken }]);
    await expect(chip(chat, 'IMG_1.jpg')).toHaveAttribute(
      'title',
      'Scaled to 1176 × 1568 pixels for the model. Location and camera details are removed.',
    );
    await chat.ask('/say A sunset.');
    const data = /"data":"([^"]+)"/.exec(sent(asked))?.[1] ?? '';
    const bytes = Buffer.from(data, 'base64');
    expect(jpegSize(bytes)).toEqual({ width: 1176, height: 1568 });
    expect(bytes.includes('canary')).toBe(false);
    expect(bytes.includes('Exif')).toBe(false);
  });
});

test('a picture is scaled again when a provider is chosen that takes others [ATT-05] @rest', async ({
  page,
  chat,
  imitation,
  asked,
}) => {
  const saved = (provider: 'openai' | 'anthropic', model: string) => ({
    type: provider,
    apiKey: canary,
    endpoint: endpointOf(provider, imitation.url),
    model,
  });
  await page.addInitScript(
    (all) => localStorage.setItem('polylogue.connections', all),
    JSON.stringify([saved('openai', 'gpt-6-luna'), saved('anthropic', 'claude-sonnet-5-5')]),
  );
  await chat.open();
  const taken = await photo(page, 4000, 3000, 'canary-51.5N');
  await paste(chat, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: taken }]);
  await expect(chip(chat, 'IMG_1.jpg')).toHaveAttribute('title', /^Scaled to \d+ × \d+ pixels/);
  await expect(chip(chat, 'IMG_1.jpg')).not.toHaveAttribute('title', /1176 × 1568/);
  await page.getByRole('button', { name: /^Provider and model/ }).click();
  await page.getByRole('option', { name: /^Claude Sonnet 5\.5/ }).click();
  await expect(chip(chat, 'IMG_1.jpg')).toHaveAttribute('title', /^Scaled to 1176 × 1568 pixels/);
  await chat.ask('/say A sunset.');
  const data = /"data":"([^"]+)"/.exec(sent(asked))?.[1] ?? '';
  expect(jpegSize(Buffer.from(data, 'base64'))).toEqual({ width: 1176, height: 1568 });
});

test('a text in another encoding arrives as what it says, dropped or uploaded; a guess is said, and asked where it is none [ATT-06 ATT-12] @phone-rest @rest', async ({
  chat,
  asked,
  request,
}) => {
  await chat.open();
  const latin = { name: 'latin.txt', mimeType: 'text/plain', buffer: Buffer.from('Grüße an alle', 'latin1') };
  await drop(chat, [{ ...latin, name: 'wide.txt', buffer: Buffer.from('\ufeffGrüße zurück', 'utf16le') }]);
  await expect(chip(chat, 'wide.txt')).toContainText('TXT');
  await expect(chip(chat, 'wide.txt')).not.toContainText('read as');
  await drop(chat, [{ ...latin, name: 'old.txt' }]);
  await expect(chip(chat, 'old.txt')).toContainText('read as Windows-1252');
  await chat.ask('/say Read.');
  expect(sent(asked)).toContain('Grüße zurück');
  await pick(chat, 'Upload document', [latin]);
  await expect(chat.replies).toHaveCount(2);
  expect(sent(asked)).toContain('Grüße an alle');
  await expect(chat.questions.last()).toContainText('read as Windows-1252');
  const url =
    /http\S+\/files\/[0-9a-f]{32}/.exec((await chat.questions.last().textContent()) ?? '')?.[0] ?? '';
  expect(await (await request.get(url)).text()).toBe('Grüße an alle');

  const town = { ...latin, name: 'town.txt', buffer: Buffer.from('Gda\xf1sk', 'latin1') };
  await pick(chat, 'Upload document', [town]);
  const question = chat.page.getByRole('dialog', { name: 'How should town.txt be read?' });
  await expect(question.getByRole('radio').first()).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(chip(chat, 'town.txt')).toContainText('Not sent: choose its encoding.');
  await chip(chat, 'town.txt').getByRole('button', { name: 'Retry town.txt' }).click();
  await question.getByRole('radio', { name: 'Gdańsk Central European (Windows-1250)' }).check();
  await question.getByRole('button', { name: 'Use this encoding' }).click();
  await expect(chat.replies).toHaveCount(3);
  expect(sent(asked)).toContain('Gdańsk');
  await expect(chat.questions.last()).toContainText('read as Windows-1250');
});

test.describe('with a model that reads no PDF, and another provider saved', () => {
  const anthropic = {
    type: 'anthropic',
    apiKey: 'canary-4f1d0c8e5b7a49d2',
    endpoint: 'https://api.anthropic.com/v1/messages',
    model: 'claude-sonnet-5-5',
  };
  test.use({
    entries: { openai_model: 'gpt-5.4-mini', 'polylogue.connections': JSON.stringify([anthropic]) },
  });

  test('the sentence names who would read it [ATT-06] @rest', async ({ chat }) => {
    await chat.open();
    await drop(chat, [samples.pdf]);
    await chat.expectToast(
      'GPT-5.4 mini cannot read report.pdf. Claude Sonnet 5.5, which you have saved, reads PDF files: choose it in Settings.',
    );
    await expect(chips(chat)).toHaveCount(0);
  });
});

test('files that are mislabelled, empty or enormous are refused with a sentence, and nothing of them is uploaded [ATT-07] @rest', async ({
  chat,
  watched,
}) => {
  await chat.open();
  for (const [file, sentence] of [
    [
      { ...samples.program, name: 'cat.png', mimeType: 'image/png' },
      'cat.png is not a picture, though its name says so.',
    ],
    [named('nothing.txt', ''), 'nothing.txt is empty. Choose another file.'],
    [
      { name: 'huge.png', mimeType: 'image/png', buffer: pngClaiming(30_000, 30_000) },
      'huge.png has 30,000 × 30,000 pixels, more than the 50 million a picture may have. Make it smaller and try again.',
    ],
    [
      { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: heic },
      'This browser cannot read HEIC pictures, so IMG_1.heic was not added. Save it as JPEG and try again.',
    ],
    [samples.word, 'Invalid file type. Please use a PDF, a text document, an image or a video.'],
  ] as const) {
    await drop(chat, [file]);
    await chat.expectToast(sentence);
    await chat.closeToast();
  }
  await pick(chat, 'Upload media', [{ ...samples.program, name: 'cat.png', mimeType: 'image/png' }]);
  await chat.expectToast(
    'Invalid file type. Please upload an image or video file.',
    'cat.png is not a picture, though its name says so.',
  );
  await expect(chips(chat)).toHaveCount(0);
  expect(watched.requests.filter((request) => request.method() === 'POST')).toEqual([]);
});

test.describe('files on a disk', () => {
  let folder: string;
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polylogue-'));
  });
  test.afterAll(() => rm(folder, { recursive: true }));

  /** Sparse: it takes up no disk space. */
  async function fileOf(name: string, head: string, size: number): Promise<string> {
    const path = join(folder, name);
    const file = await open(path, 'w');
    await file.write(head);
    await file.truncate(size);
    await file.close();
    return path;
  }

  test('a PDF of 200 MB and a video of 4 GB are refused without being read, by their size [ATT-07] @rest', async ({
    chat,
  }) => {
    await chat.open();
    await pick(chat, 'Upload document', await fileOf('book.pdf', '%PDF-1.7\n', 200e6));
    await chat.expectToast('book.pdf is too large: ', ' accepts files of up to 35 MB. Choose a smaller one.');
    await chat.closeToast();
    await pick(chat, 'Upload media', await fileOf('film.mp4', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 4e9));
    await chat.expectToast('GPT-6 Luna cannot read film.mp4.');
    await expect(chips(chat)).toHaveCount(0);
  });

  test('a file that changed since it was picked is reported [ATT-07] @rest', async ({
    page,
    chat,
    watched,
  }) => {
    watched.expectErrors(/Failed to load resource/);
    await chat.open();
    await page.route('**/api/upload', (route) => route.abort());
    await pick(chat, 'Upload document', await fileOf('notes.txt', 'Remember the milk.', 18));
    await expect(chat.button('Retry notes.txt')).toBeVisible();
    await fileOf('notes.txt', 'Remember the bread, too.', 24);
    await chat.button('Retry notes.txt').click();
    await chat.expectToast(
      'notes.txt could not be read: it has been moved or changed since you chose it. Choose it again.',
    );
    await expect(chips(chat)).toHaveCount(0);
  });
});

test('a photo can be taken on a touch screen, and waits beside the box [ATT-08] @phone-rest @rest', async ({
  page,
  chat,
  isMobile,
}) => {
  await chat.open();
  if (!isMobile) {
    await expect(chat.button('Take photo')).toBeHidden();
    return;
  }
  const chooser = await pick(chat, 'Take photo', [
    { name: 'image.png', mimeType: 'image/png', buffer: pngOf(300, 200) },
  ]);
  expect(chooser.isMultiple()).toBe(false);
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await expect(chip(chat, 'image.png')).toContainText('PNG');
  await expectClean(page);
});

test('a picture in a message opens large and closes with Escape; a document says what it is [ATT-09] @phone-rest @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await drop(chat, [{ name: 'wide.png', mimeType: 'image/png', buffer: pngOf(1600, 900) }, samples.pdf]);
  await expect(chip(chat, 'wide.png').locator('img')).toBeVisible();
  await chat.ask('/say Seen.');
  const files = chat.questions.getByRole('list', { name: 'Files' });
  await expect(files).toContainText('report.pdf');
  await expect(files).toContainText(/PDF · \d+ bytes/);
  const small = files.getByRole('img', { name: 'wide.png' });
  expect(await small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeLessThanOrEqual(640);
  await chat.button('Open wide.png').click();
  const dialog = page.getByRole('dialog', { name: 'wide.png' });
  const large = dialog.getByRole('img', { name: 'wide.png' });
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await expectClean(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(chat.button('Open wide.png')).toBeFocused();
});

test('a pasted text that was sent is read, copied and downloaded from its message, also after a reload [ATT-09] @phone-rest @rest', async ({
  page,
  chat,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await chat.open();
  const text = Array.from({ length: 1_000 }, (_, line) => `Zeile ${line}: schön & gut.`).join('\n');
  await paste(chat, [], text);
  await expect(chip(chat, 'Pasted text.txt')).toBeVisible();
  await chat.ask('/say Read.');
  await expectStored(page, 1);
  await page.reload();
  const opens = chat.questions.getByRole('button', { name: 'Pasted text.txt' });
  await opens.click();
  const dialog = page.getByRole('dialog', { name: 'Pasted text.txt' });
  await expect(dialog).toContainText('Zeile 999: schön & gut.');
  await expectClean(page);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Pasted text.txt');
  expect(readFileSync(await saved.path(), 'utf8')).toBe(text);
  await page.keyboard.press('Escape');
  await expect(opens).toBeFocused();
});

test('files beside the box stay with their conversation, also on the way over another page, and leaving asks [ATT-10] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await chat.ask('/say Hello.');
  await drop(chat, [samples.text]);
  await expect(chip(chat, 'notes.txt')).toContainText('19 bytes');
  await chat.startNew();
  await expect(chip(chat, 'notes.txt')).toBeHidden();
  await page.goBack();
  await expect(chip(chat, 'notes.txt')).toBeVisible();
  await page.getByRole('banner').getByRole('link').first().click();
  // A visitor is on the way to the landing page: going back before that is another journey.
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(chip(chat, 'notes.txt')).toContainText('19 bytes');

  const asking = page.waitForEvent('dialog');
  const reloading = page.reload();
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloading;
  await chat.expectToast('Not sent: notes.txt', 'Files do not survive a reload. Add it again.');
});

for (const [name, content] of [
  ['page.txt', '<!doctype html><script>document.title = "ran"</script>'],
  ['drawing.txt', '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = \'ran\'"/>'],
  ['program.txt', 'globalThis.hasRun = true;'],
] as const) {
  test(`what was uploaded as ${name} runs nothing when it is opened, or asked for as a script [ATT-11 CHECK-57] @rest`, async ({
    browser,
    page,
    chat,
    baseURL,
  }) => {
    await chat.open();
    const answering = page.waitForResponse('**/api/upload');
    await pick(chat, 'Upload document', [named(name, content)]);
    const { url } = (await (await answering).json()) as { url: string };

    // Without our page's policy, to test the file's own headers.
    const context = await browser.newContext({ bypassCSP: true });
    const other = await context.newPage();
    await other.goto(`${baseURL}/terms`);
    await expect(other.addScriptTag({ url })).rejects.toThrow();
    expect(await other.evaluate(() => 'hasRun' in globalThis)).toBe(false);
    const downloading = other.waitForEvent('download');
    await other.goto(url).catch(() => {}); // it becomes a download, and the page stays
    expect((await downloading).suggestedFilename()).toBe(name);
    expect(await other.title()).not.toBe('ran');
    await context.close();
  });
}

test('an edit that is open again shows the picture of its question, and is sent with it [STEER-07] @rest', async ({
  page,
  chat,
}) => {
  await chat.open();
  await drop(chat, [{ name: 'image.png', mimeType: 'image/png', buffer: pngOf(300, 200) }]);
  await expect(chip(chat, 'image.png')).toContainText('PNG');
  await chat.ask('/say One.');
  await expectStored(page, 1);
  await pressAction(chat.list, 'Edit message');
  const edit = chat.list.getByRole('textbox', { name: 'Edit your message' });
  await edit.fill('/say Two.');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(chat.list.getByRole('list', { name: 'Files to send' }).locator('img')).toBeVisible();
  await edit.press('Enter');
  await expect(chat.replies).toContainText('Two.');
  await expect(chat.questions.locator('img')).toBeVisible();
});
