import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';
import { canary } from './provider.ts';
import { type Sample, samples } from './samples.ts';

test.use({ entries: { openai_model: 'gpt-6-luna' } });

async function pick(chat: Chat, button: 'Upload document' | 'Upload media', file: Sample) {
  const choosing = chat.page.waitForEvent('filechooser');
  await chat.button(button).click();
  await (await choosing).setFiles({ ...file });
}

const chips = (chat: Chat) => chat.page.getByRole('list', { name: 'Files to send' });

for (const [button, file, kind] of [
  ['Upload document', samples.text, 'text/plain'],
  ['Upload document', samples.pdf, 'application/pdf'],
  ['Upload media', samples.picture, 'image/png'],
] as const) {
  test(`${button} keeps ${file.name} on our server and sends a message with its name, address and content [UP-04 UP-05 UP-06 UP-08] ${kind === 'text/plain' ? '@phone-rest' : '@phone'} @rest`, async ({
    page,
    chat,
    asked,
    request,
  }) => {
    await chat.open();
    const answering = page.waitForResponse('**/api/upload');
    await pick(chat, button, file);
    const answer = await answering;
    expect(answer.request().method()).toBe('POST');
    expect(answer.request().headers()['content-type']).toMatch(/^multipart\/form-data/);
    const { url } = (await answer.json()) as { url: string };
    await expect(chat.questions).toContainText(file.name);
    await expect(chat.questions).toContainText(url);
    await expect(chat.replies).toHaveCount(1);

    const served = await request.get(url);
    const stored = await served.body();
    // A picture is re-encoded, without the metadata of its camera.
    if (kind === 'image/png') expect(stored.subarray(0, 8)).toEqual(Buffer.from(file.buffer).subarray(0, 8));
    else expect(stored).toEqual(Buffer.from(file.buffer));
    expect(served.headers()['content-type']).toContain(kind);
    const sent = JSON.stringify(asked()[0]?.body);
    expect(sent).toContain(url);
    if (kind === 'text/plain') expect(sent).toContain('Remember the milk.');
    else expect(sent).toContain(Buffer.from(file.buffer).toString('base64'));
  });
}

test('the upload button stands out for a second after a success [STATE-16 CONST-01] @rest', async ({
  page,
  chat,
}) => {
  await page.clock.install();
  await chat.open();
  const button = chat.button('Upload document');
  const look = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const calm = await look();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answering = page.waitForResponse('**/api/upload');
  await pick(chat, 'Upload document', samples.text);
  await answering;
  await page.mouse.move(0, 0);
  await expect(button).toHaveAttribute('data-highlighted', 'true');
  expect(await look()).not.toBe(calm);
  await page.clock.runFor(950);
  await expect(button).toHaveAttribute('data-highlighted', 'true');
  await page.clock.runFor(100);
  await expect(button).not.toHaveAttribute('data-highlighted');
  await page.clock.runFor(1_000);
  await expect.poll(look).toBe(calm);
});

test('a document that is neither PDF nor text is refused in words [UP-01 UP-02] @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  const accept = await page.locator('input[type=file]').first().getAttribute('accept');
  for (const extension of ['.pdf', '.txt', '.doc', '.docx']) expect(accept?.split(',')).toContain(extension);
  for (const file of [samples.word, samples.picture, samples.program]) {
    await pick(chat, 'Upload document', file);
    await chat.expectToast('Invalid file type. Please upload a PDF or text document.');
    await chat.closeToast();
  }
  await expect(chat.questions).toHaveCount(0);
  expect(asked()).toEqual([]);
});

test('media that is neither image nor video is refused in words [UP-03] @rest', async ({ page, chat }) => {
  await chat.open();
  expect(await page.locator('input[type=file]').nth(1).getAttribute('accept')).toBe('image/*,video/*');
  for (const file of [samples.pdf, samples.text, samples.program]) {
    await pick(chat, 'Upload media', file);
    await chat.expectToast('Invalid file type. Please upload an image or video file.');
    await chat.closeToast();
  }
  await expect(chat.questions).toHaveCount(0);
});

test('an upload that fails says so and can be tried again [UP-07] @rest', async ({ page, chat, watched }) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  await page.route('**/api/upload', (route) => route.abort(), { times: 1 });
  await pick(chat, 'Upload document', samples.text);
  await chat.expectToast('Failed to upload notes.txt. Please try again.');
  await expect(chat.questions).toHaveCount(0);
  await expect(chat.box).toBeEnabled();
  await chat.button('Remove notes.txt').click();
  await pick(chat, 'Upload document', samples.text);
  await expect(chat.questions).toContainText('notes.txt');
});

test('an upload that the server breaks down over says so, does not blame the connection, and can be tried again [UP-07] @phone @rest', async ({
  page,
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  const answer = { status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' };
  await page.route('**/api/upload', (route) => route.fulfill(answer));
  await pick(chat, 'Upload document', samples.text);
  const sentence = 'Something went wrong on the server. Try again in a moment.';
  await chat.expectToast('Failed to upload notes.txt. Please try again.', sentence);
  await expect(chips(chat)).toContainText(sentence);
  await expect(page.getByText(/connection/i)).toHaveCount(0);
  await page.unroute('**/api/upload');
  await chat.button('Retry notes.txt').click();
  await expect(chat.questions).toContainText('notes.txt');
});

test('with text in the box an uploaded file becomes a chip and goes along with Send [UP-12] @phone-rest @rest', async ({
  chat,
  asked,
}) => {
  await chat.open();
  await chat.box.fill('/say I read it.');
  const answering = chat.page.waitForResponse('**/api/upload');
  await pick(chat, 'Upload document', samples.text);
  const { url } = (await (await answering).json()) as { url: string };
  await expect(chips(chat)).toContainText('19 bytes');
  await expect(chat.box).toHaveValue('/say I read it.');
  await expect(chat.questions).toHaveCount(0);
  expect(asked()).toEqual([]);
  await chat.send.click();
  await expect(chat.questions).toHaveCount(1);
  for (const words of ['I read it.', 'notes.txt', url]) await expect(chat.questions).toContainText(words);
  await expect(chat.replies).toHaveCount(1);
  await expect(chips(chat)).toHaveCount(0);
  await expect(chat.box).toHaveValue('');
  expect(JSON.stringify(asked()[0]?.body)).toContain('Remember the milk.');
});

test('text typed during an upload keeps the file, and Send waits for it [UP-12] @rest', async ({
  page,
  chat,
  asked,
}) => {
  await chat.open();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await held.promise;
    await route.continue();
  });
  await pick(chat, 'Upload document', samples.text);
  await expect(page.getByRole('progressbar', { name: 'Uploading notes.txt' })).toBeVisible();
  await chat.say('/say Both of them.');
  await chat.expectToast('A file is still being uploaded. Send again in a moment, or remove it.');
  held.resolve();
  await expect(chips(chat)).toContainText('19 bytes');
  expect(asked()).toEqual([]);
  await chat.box.press('Enter');
  await expect(chat.replies).toContainText('Both of them.');
  expect(JSON.stringify(asked()[0]?.body)).toContain('Remember the milk.');
});

test("a file whose content is not what it claims is refused with the server's sentence [UP-07] @rest", async ({
  chat,
  watched,
}) => {
  watched.expectErrors(/Failed to load resource/);
  await chat.open();
  const late = { ...samples.pdf, buffer: Buffer.concat([Buffer.alloc(900, ' '), samples.pdf.buffer]) };
  await pick(chat, 'Upload document', late as never);
  await chat.expectToast(
    'Failed to upload report.pdf. Please try again.',
    'Invalid file type. The content of this file does not match its name.',
  );
  // The same file would be refused again.
  await expect(chat.button('Retry report.pdf')).toHaveCount(0);
});

test.describe('without a provider', () => {
  test.use({ provider: null, entries: {} });

  test('an uploaded file waits as a chip, and goes along once there is a provider [UP-09] @rest', async ({
    chat,
    imitation,
    asked,
  }) => {
    await chat.open();
    await pick(chat, 'Upload document', samples.text);
    await chat.expectToast('No AI Provider Selected');
    await expect(chips(chat)).toContainText('notes.txt');
    await expect(chat.questions).toHaveCount(0);

    await chat.settings.click();
    await chat.configure('openai', {
      endpoint: imitation.endpoint('openai'),
      model: 'gpt-6-luna',
      apiKey: canary,
    });
    await expect(chat.dialog).toBeHidden();
    await chat.ask('/say I read it.');
    await expect(chips(chat)).toHaveCount(0);
    expect(JSON.stringify(asked()[0]?.body)).toContain('Remember the milk.');
  });
});

test('a pasted picture is a chip that can be removed and put back, or sent with the text [UP-09] @rest', async ({
  chat,
  asked,
}) => {
  await chat.open();
  const paste = () =>
    chat.box.evaluate((box, data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, samples.picture.buffer.toString('base64'));
  await paste();
  await expect(chips(chat)).toContainText('pasted.png');
  await chat.button('Remove pasted.png').click();
  await expect(chips(chat)).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  await chat.button('Undo').click();
  // It has been read once its kind and size are shown.
  await expect(chips(chat)).toContainText('PNG');
  await chat.ask('/say A dot.');
  await expect(chips(chat)).toHaveCount(0);
  expect(asked()).toHaveLength(1);
  expect(JSON.stringify(asked()[0]?.body)).toContain(samples.picture.buffer.toString('base64'));
});

test('a dropped file is a chip too [UP-09] @rest', async ({ page, chat }) => {
  await chat.open();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['Remember the milk.'], 'dropped.txt', { type: 'text/plain' }));
    return data;
  });
  for (const event of ['dragenter', 'dragover', 'drop'])
    await chat.list.dispatchEvent(event, { dataTransfer: transfer });
  await expect(chips(chat)).toContainText('dropped.txt');
});
