import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { samples } from '../samples.ts';
import type { Chat } from './chat.ts';
import { expect, test } from './journey.ts';

test.use({ entries: { openai_model: 'gpt-6-luna' } });

const picker = (label: string) => `[aria-label="${label}"] + [type=file]`;

/** Drops a file onto the list, or pastes it into the text box. */
const give = (chat: Chat, how: 'drop' | 'paste', file: { name: string; mimeType: string; buffer: Buffer }) =>
  chat.tab.run(
    ({ how, name, type, content }) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type }));
      const init = { bubbles: true, cancelable: true };
      if (how === 'paste') {
        // Firefox drops the data of a synthetic event.
        const event = Object.defineProperty(new Event('paste', init), 'clipboardData', { value: data });
        document.querySelector('textarea')?.dispatchEvent(event);
      } else {
        for (const name of ['dragenter', 'dragover', 'drop'])
          document
            .querySelector('[role=log]')
            ?.dispatchEvent(new DragEvent(name, { ...init, dataTransfer: data }));
      }
    },
    { how, name: file.name, type: file.mimeType, content: file.buffer.toString('base64') },
  );

test('dropped and pasted files wait beside the text and go with it, and a picture opens large', async ({
  chat,
  asked,
}) => {
  await give(chat, 'drop', samples.text);
  await give(chat, 'paste', samples.picture);
  await chat.files.hasCount(2);
  await chat.files.hasText(/^(?!.*Reading…).*notes\.txt.*dot\.png/s);
  expect(asked()).toEqual([]);
  await chat.ask('/say Two files.');
  const body = JSON.stringify(asked().at(-1)?.body);
  expect(body).toContain('Remember the milk.');
  expect(body).toContain('data:image/');
  await chat.files.hasCount(0);
  await chat.questions.button('Open dot.png').click();
  const dialog = chat.the('dialog', 'dot.png');
  await dialog.all('img').hasCount(1);
  await chat.tab.press('Escape');
  await dialog.hasCount(0);
});

test('a large photo is sent scaled down, upright, without its location', async ({ chat, asked }) => {
  const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#28527a' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Secret garden' } })
    .jpeg()
    .toBuffer();
  await give(chat, 'drop', { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await chat.files.hasText('scaled');
  await chat.ask('/say A photo.');
  const [, content = ''] =
    JSON.stringify(asked().at(-1)?.body).match(/data:image\/jpeg;base64,([\w+/=]+)/) ?? [];
  const sent = Buffer.from(content, 'base64');
  const { width = 0, height = 0 } = await sharp(sent).metadata();
  expect(height / width).toBeCloseTo(4 / 3, 1);
  expect(height).toBeLessThan(3_000);
  expect(sent.includes('Secret garden')).toBe(false);
});

test('an uploaded document is stored, and is the message', async ({ chat, asked }, info) => {
  const path = info.outputPath(samples.text.name);
  await writeFile(path, samples.text.buffer);
  await chat.tab.choose(picker('Upload document'), [path]);
  await chat.questions.hasText('notes.txt');
  await chat.replies.hasCount(1);
  expect(JSON.stringify(asked().at(-1)?.body)).toContain('Remember the milk.');
});

test('an uploaded picture is seen in its message', async ({ chat }, info) => {
  const path = info.outputPath('view.png');
  await sharp({ create: { width: 900, height: 600, channels: 3, background: '#f4d160' } })
    .png()
    .toFile(path);
  await chat.tab.choose(picker('Upload media'), [path]);
  await chat.replies.hasCount(1);
  const shown = () =>
    chat.tab.run(() => document.querySelector<HTMLImageElement>('[data-role=user] img')?.naturalWidth ?? 0);
  await expect.poll(shown).toBeGreaterThan(0);
});
