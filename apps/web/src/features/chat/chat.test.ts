import * as known from '@polylogue/providers/known-models';
import { expect, test, vi } from 'vitest';
import { RefusedFile } from '../file-reading/refused.ts';
import type {
  AnswerEvent,
  Choice,
  Failure,
  ProviderName,
  ProviderSetting,
  QuestionMessage,
} from '../keys/index.ts';
import { contentOf } from '../messages/index.ts';
import { openThread } from '../thread/index.ts';
import { type Chat, type ChatNeeds, openChat } from './chat.ts';
import type { FileCatalogue } from './files/fitness.ts';
import type { Reader } from './files/preparing.ts';

const claude: ProviderSetting = {
  type: 'anthropic',
  config: { apiKey: 'key', endpoint: 'https://a.test', model: 'claude-sonnet-5-5' },
};
const missing = {
  title: 'No AI Provider Selected',
  text: 'Please select an AI provider in settings and configure your API key',
};
const reads = ['application/pdf', 'text/plain', 'image/png'];
const url = 'https://polylogue.test/files/0123';

const catalogue: FileCatalogue = {
  canTake: (_, __, type) => reads.includes(type),
  maxFileBytes: { openai: 1e6, gemini: 1e6, anthropic: 1e6, deepseek: 1e6, grok: 1e6 },
  pictureLimits: () => ({ longest: 1568, bytes: 1e6, types: ['image/png'] }),
  modelName: (_, id) => id,
  modelInfo: () => null,
};

function start(more: Partial<ChatNeeds> = {}, isTalking = () => false) {
  const asked: QuestionMessage[][] = [];
  async function* answer(messages: QuestionMessage[]): AsyncGenerator<AnswerEvent> {
    asked.push(messages);
    yield { type: 'text', text: 'Seen.' };
    if (isTalking()) await new Promise(() => {});
    yield { type: 'ended', because: 'done', raw: null };
  }
  const timers: { milliseconds: number; then(): void }[] = [];
  const clock = {
    now: () => 0,
    after(milliseconds: number, then: () => void) {
      timers.push({ milliseconds, then });
      return () => {};
    },
  };
  const thread = openThread({ answer, modelFor: () => null, clock });
  const said: Parameters<ChatNeeds['showToast']>[0][] = [];
  const taken: string[] = [];
  const chat = openChat({
    thread,
    clock,
    withoutKeys: (text) => text.replaceAll('sk-abcdefgh', '•••'),
    beforeSending: () => null,
    usedUp: () => null,
    setting: () => claude,
    saved: () => [],
    catalogue: async () => catalogue,
    reader: async () => reader,
    upload: async () => ({ url }),
    refusal: async () => null,
    draftText: () => '',
    clearDraft() {},
    isShown: () => true,
    isInAccount: () => true,
    isTemporary: () => false,
    whole: async () => true,
    showToast(toast) {
      said.push(toast);
      return () => taken.push(toast.title);
    },
    ...more,
  });
  const seen = () => thread.read().messages.map(contentOf);
  const names = () => chat.attach.read().map(({ name }) => name);
  return { chat, thread, asked, said, taken, seen, names, timers };
}

/** Takes a file's name at its word. */
const reader: Reader = {
  async sniff(file) {
    if (file.type === 'image/png')
      return { type: 'picture', mediaType: file.type, size: { width: 9, height: 9 } };
    return { type: file.type.startsWith('video') ? 'video' : 'pdf', mediaType: file.type };
  },
  async prepare(file, { mediaType }) {
    const { name, size } = file;
    const part = { type: 'file', name, mediaType, data: 'AAAA' } as const;
    return { attachment: { name, mediaType, size, part }, original: file };
  },
};

const settled = () => new Promise((resolve) => setImmediate(resolve));
const pdf = new File(['%PDF-1.7'], 'report.pdf', { type: 'application/pdf' });
const png = new File(['png'], 'cat.png', { type: 'image/png' });
const part = { type: 'file', name: 'report.pdf', mediaType: 'application/pdf', data: 'AAAA' };

test('without a provider the text is not sent, and a destructive toast says why [SEND-02]', () => {
  const { chat, said, seen } = start({ beforeSending: () => missing });
  expect(chat.send('Hello')).toBe(false);
  expect(said).toEqual([{ tone: 'destructive', ...missing }]);
  expect(seen()).toEqual([]);
});

test('when a budget that stops is used up, nothing is asked of anyone, in whatever way [BUDGET-02]', async () => {
  let isUsedUp = false;
  const usedUp = () => (isUsedUp ? { title: 'Used up', text: 'Change it' } : null);
  const { chat, thread, said, asked } = start({ usedUp });
  chat.send('Hello');
  thread.stop();
  await settled();
  const before = asked.length;
  isUsedUp = true;
  expect(chat.send('More')).toBe(false);
  const [question, reply] = thread.read().messages;
  expect(chat.edit(question?.id ?? '', 'Other', [])).toBe(false);
  chat.retry();
  chat.regenerate(reply?.id ?? '', null);
  chat.regenerate(reply?.id ?? '', { provider: 'openai' });
  await settled();
  expect(asked).toHaveLength(before);
  expect(new Set(said.map(({ title }) => title))).toEqual(new Set(['Used up']));
});

test.each([' \n', '\u200b', '\u2800', '\u00ad', '\u200e\u200f'])(
  '%j alone is not sent, without a toast [SEND-01]',
  (text) => {
    const { chat, said, asked } = start({ beforeSending: () => missing });
    expect(chat.send(text)).toBe(false);
    expect([said, asked]).toEqual([[], []]);
  },
);

/** Redraws pictures for the chosen model; `small` takes smaller ones, `blind` none. */
function studio() {
  const drawn: [string, number][] = [];
  const artist: Reader = {
    ...reader,
    async prepare(file, seen, { longest }, ask) {
      drawn.push([file.name, longest]);
      const ready = await reader.prepare(file, seen, { longest, bytes: 1, types: [] }, ask);
      const { attachment } = ready;
      return {
        ...ready,
        attachment: { ...attachment, part: { ...part, type: 'file', data: `${longest}` } },
        note: 'Scaled',
      };
    },
  };
  let chosen: ProviderSetting = claude;
  const needs: Partial<ChatNeeds> = {
    reader: async () => artist,
    setting: () => chosen,
    catalogue: async () => ({
      canTake: (_, model) => model !== 'blind',
      maxFileBytes: { openai: 1e6, gemini: 1e6, anthropic: 1e6, deepseek: 1e6, grok: 1e6 },
      pictureLimits: (_, model) => ({ longest: model === 'small' ? 500 : 1568, bytes: 1e6, types: [] }),
      modelName: (_, id) => id,
      modelInfo: () => null,
    }),
  };
  const choosing = (chat: Chat) => (model: string) => {
    chosen = { ...claude, config: { ...claude.config, model } };
    return chat.attach.refit();
  };
  return { drawn, needs, choosing };
}

test('a picture is redrawn from its original when the newly chosen model has other limits [ATT-05]', async () => {
  const { drawn, needs, choosing } = studio();
  const { chat, asked, said } = start(needs);
  const choose = choosing(chat);
  await chat.attach.add([png, pdf]);
  await choose('blind');
  await choose('as large');
  const drawing = choose('small');
  expect(chat.send('Look')).toBe(false);
  expect(said.at(-1)?.title).toMatch(/still being read/);
  await drawing;
  expect(drawn).toEqual([
    ['cat.png', 1568],
    ['report.pdf', 1568],
    ['cat.png', 500],
  ]);
  expect(chat.send('Look')).toBe(true);
  await settled();
  expect(asked[0]?.[0]?.parts).toMatchObject([{ data: '500' }, {}, { text: 'Look' }]);
});

test('a picture has no more bytes than every provider takes, since the next question may go to another [ATT-05]', async () => {
  const bytes: number[] = [];
  const { chat } = start({
    catalogue: async () => known,
    setting: () => ({ ...claude, type: 'openai', config: { ...claude.config, model: 'gpt-4o' } }),
    reader: async () => ({
      ...reader,
      async prepare(file, seen, bounds, ask) {
        bytes.push(bounds.bytes);
        return await reader.prepare(file, seen, bounds, ask);
      },
    }),
  });
  await chat.attach.add([png]);
  const providers = Object.keys(known.maxFileBytes) as ProviderName[];
  expect(bytes).toEqual([Math.min(...providers.map((name) => known.pictureLimits(name, 'any').bytes))]);
});

test('a picture taken back from the queue is redrawn for the newly chosen model [ATT-05 STEER-23]', async () => {
  const { drawn, needs, choosing } = studio();
  const { chat, names } = gated(needs);
  chat.send('One');
  await settled();
  await chat.attach.add([png]);
  chat.send('Look');
  await choosing(chat)('small');
  expect(drawn).toEqual([['cat.png', 1568]]);
  for (const message of chat.queue.read()) chat.unqueue(message);
  expect(names()).toEqual(['cat.png']);
  await settled();
  expect(drawn.at(-1)).toEqual(['cat.png', 500]);
  expect(chat.attach.read()).toMatchObject([{ state: { type: 'ready' }, note: 'Scaled' }]);
});

test('a picture that cannot be redrawn for the newly chosen model says so, and can be tried again [ATT-05]', async () => {
  let isSmall = false;
  const { chat } = start({
    reader: async () => ({
      ...reader,
      prepare: (file, seen, bounds, ask) =>
        bounds.longest === 1
          ? Promise.reject(new RefusedFile('It is too wild.'))
          : reader.prepare(file, seen, bounds, ask),
    }),
    catalogue: async () => ({
      canTake: () => true,
      maxFileBytes: { openai: 1e6, gemini: 1e6, anthropic: 1e6, deepseek: 1e6, grok: 1e6 },
      pictureLimits: () => ({ longest: isSmall ? 1 : 9, bytes: 1e6, types: [] }),
      modelName: (_, id) => id,
      modelInfo: () => null,
    }),
  });
  await chat.attach.add([png]);
  isSmall = true;
  await chat.attach.refit();
  const [chip] = chat.attach.read();
  expect(chip?.state).toEqual({ type: 'failed', why: 'It is too wild.', canRetry: true });
  await chat.attach.retry(chip?.id ?? '');
  // A pasted picture exists nowhere else: it stays, whatever happens.
  expect(chat.attach.read()[0]?.state).toMatchObject({ type: 'failed', why: 'It is too wild.' });
  isSmall = false;
  await chat.attach.refit();
  expect(chat.attach.read()[0]?.state).toEqual({ type: 'ready' });
});

test('of many large files, no more are read than one question can carry', async () => {
  const read: string[] = [];
  const large: Reader = {
    ...reader,
    async prepare(file, { mediaType }) {
      read.push(file.name);
      const { name, size } = file;
      const part = { type: 'file', name, mediaType, data: 'A'.repeat(800_000) } as const;
      return { attachment: { name, mediaType, size, part }, original: file };
    },
  };
  const { chat, names, said } = start({ reader: async () => large });
  const many = Array.from(
    { length: 20 },
    (_, at) => new File(['x'.repeat(600_000)], `${at}.pdf`, { type: 'application/pdf' }),
  );
  await chat.attach.add(many);
  // Two are read at a time, so one more may have begun.
  expect(read.length).toBeLessThanOrEqual(2);
  expect(names()).toEqual(read);
  expect(said).toHaveLength(1);
});

test('a message has at most twenty files: no more are added, and none is sent', async () => {
  const { chat, names, said, asked } = start();
  const many = Array.from({ length: 21 }, (_, at) => new File(['x'], `${at}.txt`, { type: 'text/plain' }));
  await chat.attach.add(many);
  expect(names()).toHaveLength(20);
  expect(said).toMatchObject([{ title: 'A message can have at most 20 files' }]);
  await chat.attach.add(many.slice(20));
  expect(names()).toHaveLength(20);
  const [file] = chat.attach.read();
  // As when a message with files is taken out of the queue.
  if (file) chat.attach.dispatch({ type: 'added', files: [{ ...file, id: 'another' }] });
  expect(chat.send('Here')).toBe(false);
  expect(asked).toHaveLength(0);
  expect(said).toHaveLength(3);
});

test('an uploaded document is sent immediately: its name and url in the text, its content to the model [UP-06 UP-08]', async () => {
  const { chat, asked, seen, names } = start();
  await chat.attach.upload([pdf], 'document');
  expect(seen()[0]).toBe(`Uploaded document: report.pdf\n${url}`);
  expect(asked).toEqual([
    [{ role: 'user', parts: [part, { type: 'text', text: `Uploaded document: report.pdf\n${url}` }] }],
  ]);
  expect(names()).toEqual([]);
});

test('in a temporary chat a picked file is sent, and nothing of it is stored on our server [MSG-06]', async () => {
  const upload = vi.fn();
  const { chat, asked, seen } = start({ upload, isTemporary: () => true });
  await chat.attach.upload([pdf], 'document');
  expect(upload).not.toHaveBeenCalled();
  expect(seen()[0]).toBe('report.pdf');
  expect(asked).toEqual([[{ role: 'user', parts: [part, { type: 'text', text: 'report.pdf' }] }]]);
});

test('the upload button is highlighted for 1 s after a success [STATE-16 CONST-01]', async () => {
  const { chat, timers } = start();
  await chat.attach.upload([png], 'media');
  expect(chat.attach.highlighted.read()).toBe('media');
  const timer = timers.find(({ milliseconds }) => milliseconds === 1_000);
  timer?.then();
  expect(chat.attach.highlighted.read()).toBeNull();
});

test('a file of the wrong kind is not uploaded [UP-01 UP-03]', async () => {
  const upload = vi.fn();
  const { chat, said } = start({ upload });
  await chat.attach.upload([png], 'document');
  await chat.attach.upload([pdf], 'media');
  expect(said.map(({ title }) => title)).toEqual([
    'Invalid file type. Please upload a PDF or text document.',
    'Invalid file type. Please upload an image or video file.',
  ]);
  expect(upload).not.toHaveBeenCalled();
});

test('a failed upload says so, with the message of our server [UP-07]', async () => {
  const { chat, said, names, seen } = start({
    upload: () => Promise.reject(new Error('413')),
    refusal: async () => ({ message: 'Files may be up to 10 MB.', isWorthTrying: false }),
  });
  await chat.attach.upload([pdf], 'document');
  expect(said).toEqual([
    {
      tone: 'destructive',
      title: 'Failed to upload report.pdf. Please try again.',
      text: 'Files may be up to 10 MB.',
    },
  ]);
  expect([names(), seen()]).toEqual([['report.pdf'], []]);
  expect(chat.attach.read()[0]?.state).toEqual({
    type: 'failed',
    why: 'Files may be up to 10 MB.',
    canRetry: false,
  });
});

test('a failed upload can be tried again without picking the file again [ATT-03]', async () => {
  const upload = vi.fn<ChatNeeds['upload']>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { chat, said, seen, names } = start({ upload: upload.mockResolvedValue({ url }) });
  await chat.attach.upload([pdf], 'document');
  expect(said.map(({ title }) => title)).toEqual(['Failed to upload report.pdf. Please try again.']);
  await chat.attach.retry(chat.attach.read()[0]?.id ?? '');
  expect(seen()[0]).toBe(`Uploaded document: report.pdf\n${url}`);
  expect(names()).toEqual([]);
});

test('files picked together are sent in one message, in their order, once all have arrived [ATT-02]', async () => {
  const arrive: (() => void)[] = [];
  const { chat, seen, asked } = start({
    upload: ({ name }) => new Promise((done) => arrive.push(() => done({ url: `${url}-${name}` }))),
  });
  const two = new File(['%PDF-'], 'two.pdf', { type: 'application/pdf' });
  const uploading = chat.attach.upload([pdf, two], 'document');
  await settled();
  arrive[1]?.();
  await settled();
  expect(seen()).toEqual([]);
  arrive[0]?.();
  await uploading;
  expect(seen()[0]).toBe(
    `Uploaded document: report.pdf\n${url}-report.pdf\n\nUploaded document: two.pdf\n${url}-two.pdf`,
  );
  expect(asked[0]?.[0]?.parts.map((part) => part.type === 'file' && part.name)).toEqual([
    'report.pdf',
    'two.pdf',
    false,
  ]);
});

test('of files picked together, those that arrived are sent, and the others wait to be tried again [ATT-02]', async () => {
  const { chat, seen, names } = start({
    upload: async ({ name }) => {
      if (name === 'report.pdf') throw new TypeError('Failed to fetch');
      return { url };
    },
  });
  await chat.attach.upload([pdf, new File(['%PDF-'], 'two.pdf', { type: 'application/pdf' })], 'document');
  expect(seen()[0]).toBe(`Uploaded document: two.pdf\n${url}`);
  expect(names()).toEqual(['report.pdf']);
});

test('the same file picked twice is two files [ATT-01]', async () => {
  const { chat, names } = start();
  await chat.attach.add([png, png]);
  expect(names()).toEqual(['cat.png', 'cat.png']);
});

test('a file that is too large for an account can be sent, and a toast says that it stays in this browser', async () => {
  const catalogue = () => Promise.reject(new Error('offline'));
  const { chat, said } = start({ catalogue });
  const film = new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'film.mp4', { type: 'video/mp4' });
  await chat.attach.add([film, pdf]);
  expect(said).toEqual([
    { title: 'film.mp4 is too large for an account', text: 'It can be sent, and stays in this browser' },
  ]);
  expect(chat.attach.read().map(({ state }) => state.type)).toEqual(['ready', 'ready']);
  // Of a guest, or in a temporary chat, nothing is in an account.
  for (const more of [{ isInAccount: () => false }, { isTemporary: () => true }]) {
    const other = start({ catalogue, ...more });
    await other.chat.attach.add([film]);
    expect(other.said).toEqual([]);
  }
});

test('files of the whole conversation count together, except those of the question being edited [ATT-07]', async () => {
  const data = 'A'.repeat(600_000);
  const large = { ...part, type: 'file', data } as const;
  const file = { name: 'report.pdf', mediaType: 'application/pdf', size: 450_000, part: large };
  const { chat, said, seen } = start({
    reader: async () => ({ ...reader, prepare: async (original) => ({ attachment: file, original }) }),
  });
  await chat.attach.add([pdf]);
  chat.send('Sum it up');
  await settled();
  const [question] = chat.thread.read().messages;
  expect(chat.edit(question?.id ?? '', 'Sum it up well', [file])).toBe(true);
  await settled();
  expect(seen()[0]).toBe('Sum it up well');
  await chat.attach.add([pdf]);
  expect(chat.send('And this')).toBe(false);
  expect(said.at(-1)?.title).toContain('The files in this conversation are too large in total');
});

test('files of messages that are no longer sent do not count [ATT-07 STEER-40]', async () => {
  const large = { ...part, type: 'file', data: 'A'.repeat(600_000) } as const;
  const file = { name: 'report.pdf', mediaType: 'application/pdf', size: 450_000, part: large };
  const { chat } = start({
    reader: async () => ({ ...reader, prepare: async (original) => ({ attachment: file, original }) }),
  });
  await chat.attach.add([pdf]);
  chat.send('Sum it up');
  await settled();
  chat.send('Thanks');
  await settled();
  await chat.attach.add([pdf]);
  expect(chat.send('And this')).toBe(false);
  chat.thread.dropOldest(chat.thread.read().messages[2]?.id ?? '');
  expect(chat.send('And this')).toBe(true);
});

test('when the code that reads files cannot be loaded, the file stays and can be tried again [ATT-03]', async () => {
  const coming = vi.fn<ChatNeeds['reader']>().mockRejectedValueOnce(new TypeError('offline'));
  const { chat } = start({ reader: coming.mockResolvedValue(reader) });
  await chat.attach.add([png]);
  expect(chat.attach.read()[0]?.state).toMatchObject({ type: 'failed', canRetry: true });
  await chat.attach.retry(chat.attach.read()[0]?.id ?? '');
  expect(chat.attach.read()[0]?.state).toEqual({ type: 'ready' });
});

test('without a provider, an uploaded file stays beside the box and goes with the next message [UP-09]', async () => {
  let stands: typeof missing | null = missing;
  const { chat, said, names, seen, asked } = start({ beforeSending: () => stands, setting: () => null });
  await chat.attach.upload([pdf], 'document');
  expect(said).toEqual([{ tone: 'destructive', ...missing }]);
  expect(names()).toEqual(['report.pdf']);
  stands = null;
  expect(chat.send('Sum it up')).toBe(true);
  expect(seen()[0]).toBe(`Sum it up\n\nUploaded document: report.pdf\n${url}`);
  expect(asked[0]?.[0]?.parts[0]).toEqual(part);
  expect(names()).toEqual([]);
});

test('with text in the box, an uploaded file stays beside it and is sent with the text [UP-12]', async () => {
  const { chat, said, seen, names, asked } = start({ draftText: () => 'Sum it up' });
  await chat.attach.upload([pdf], 'document');
  expect([names(), asked, said]).toEqual([['report.pdf'], [], []]);
  expect(chat.attach.read()).toMatchObject([{ state: { type: 'ready' } }]);
  expect(chat.attach.highlighted.read()).toBe('document');
  expect(chat.send('Sum it up')).toBe(true);
  expect(seen()[0]).toBe(`Sum it up\n\nUploaded document: report.pdf\n${url}`);
  expect(asked[0]?.[0]?.parts[0]).toEqual(part);
  expect(names()).toEqual([]);
});

test('the text in the box counts when the file has arrived; empty lines do not [UP-06 UP-12]', async () => {
  for (const [later, count] of [
    ['And this', 0],
    [' \n', 1],
  ] as const) {
    const arrived = Promise.withResolvers<{ url: string }>();
    let written = later.trim() ? '' : 'Deleted by then';
    const { chat, asked } = start({ upload: () => arrived.promise, draftText: () => written });
    const uploading = chat.attach.upload([pdf], 'document');
    await settled();
    written = later;
    arrived.resolve({ url });
    await uploading;
    expect(asked.length).toBe(count);
  }
});

test('Send waits for a file that is still being uploaded, so that the text does not go without it [UP-12]', async () => {
  const arrived = Promise.withResolvers<{ url: string }>();
  const { chat, said, seen, asked } = start({ upload: () => arrived.promise, draftText: () => 'Sum it up' });
  const uploading = chat.attach.upload([pdf], 'document');
  expect(chat.send('Sum it up')).toBe(false);
  await settled();
  expect(chat.send('Sum it up')).toBe(false);
  expect(said).toEqual(
    Array(2).fill({ title: 'A file is still being uploaded. Send again in a moment, or remove it.' }),
  );
  arrived.resolve({ url });
  await uploading;
  expect(asked).toEqual([]);
  expect(chat.send('Sum it up')).toBe(true);
  expect(seen()[0]).toContain('report.pdf');
});

test('a file uploaded during a reply waits for the next message', async () => {
  const { chat, names, said, asked } = start({}, () => true);
  chat.send('Hello');
  await chat.attach.upload([pdf], 'document');
  expect(said).toEqual([{ title: 'report.pdf will be sent with your next message.' }]);
  expect([names(), asked.length]).toEqual([['report.pdf'], 1]);
});

test('a file that has been uploaded stays beside the box when another chat is open by then [ATT-02]', async () => {
  const arrived = Promise.withResolvers<{ url: string }>();
  let isShown = true;
  const { chat, said, names, seen } = start({ upload: () => arrived.promise, isShown: () => isShown });
  const uploading = chat.attach.upload([pdf], 'document');
  await settled();
  isShown = false;
  arrived.resolve({ url });
  await uploading;
  expect([seen(), said, names()]).toEqual([[], [], ['report.pdf']]);
  expect(chat.attach.read()).toMatchObject([{ state: { type: 'ready' } }]);
});

test('a cancelled upload says nothing and sends nothing', async () => {
  const { chat, said, seen, names } = start({
    upload: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      }),
  });
  const uploading = chat.attach.upload([pdf], 'document');
  await settled();
  expect(chat.attach.read()).toMatchObject([{ name: 'report.pdf', state: { type: 'uploading' } }]);
  chat.attach.remove(chat.attach.read()[0]?.id ?? '');
  await uploading;
  expect([said, seen(), names()]).toEqual([[], [], []]);
});

test('pasted and dropped files wait beside the box, can be removed, and go with the text [UP-09]', async () => {
  const upload = vi.fn();
  const { chat, names, asked, seen } = start({ upload });
  await chat.attach.add([png, pdf]);
  expect(names()).toEqual(['cat.png', 'report.pdf']);
  chat.attach.remove(chat.attach.read()[0]?.id ?? '');
  chat.send('What is this?');
  expect(asked[0]?.[0]?.parts).toEqual([part, { type: 'text', text: 'What is this?' }]);
  expect(seen()[0]).toBe('What is this?');
  expect(upload).not.toHaveBeenCalled();
});

test('a question asked on Home goes without the file that waits beside the box for another one', async () => {
  const { chat, asked, names } = start();
  await chat.attach.add([pdf]);
  expect(chat.send('Which snakes can swim?', [])).toBe(true);
  await settled();
  expect(asked[0]?.[0]?.parts).toEqual([{ type: 'text', text: 'Which snakes can swim?' }]);
  expect(names()).toEqual(['report.pdf']);
});

test('a file without a text is sent as a message of its name', async () => {
  const { chat, seen } = start();
  await chat.attach.add([png]);
  expect(chat.send('')).toBe(true);
  expect(seen()[0]).toBe('cat.png');
});

test('a file the model cannot read is neither uploaded nor added', async () => {
  const upload = vi.fn();
  const { chat, said, names } = start({ upload });
  const film = new File(['film'], 'cat.mp4', { type: 'video/mp4' });
  await chat.attach.upload([film], 'media');
  await chat.attach.add([film]);
  expect(said.map(({ title }) => title)).toEqual(
    Array(2).fill('claude-sonnet-5-5 cannot read cat.mp4. Choose a model in Settings that reads videos.'),
  );
  expect([names(), upload.mock.calls]).toEqual([[], []]);
});

test('when nothing is known about models, no file is held back', async () => {
  const { chat, seen } = start({ catalogue: () => Promise.reject(new Error('offline')) });
  await chat.attach.upload([new File(['film'], 'cat.mp4', { type: 'video/mp4' })], 'media');
  expect(seen()[0]).toContain('cat.mp4');
});

test('a file that turns out to be of an unknown kind is refused, and the others stay', async () => {
  const { chat, said, names } = start({
    reader: async () => ({
      ...reader,
      async sniff(file) {
        if (file.name === 'song.mp3') throw new RefusedFile('Invalid file type.', true);
        return await reader.sniff(file);
      },
    }),
  });
  await chat.attach.add([new File([''], 'song.mp3', { type: 'audio/mpeg' }), png]);
  expect(said.map(({ title }) => title)).toEqual(['Invalid file type.']);
  expect(names()).toEqual(['cat.png']);
});

test('Retry checks the settings as a first try does', async () => {
  let stands: typeof missing | null = null;
  const { chat, thread, said } = start({ beforeSending: () => stands });
  chat.send('Hello');
  thread.stop();
  stands = missing;
  chat.retry();
  expect(thread.read().pending.type).toBe('idle');
  expect(said.at(-1)?.title).toBe('No AI Provider Selected');
});

test('Retry of another provider’s reply does not depend on the chosen provider', async () => {
  let stands: typeof missing | null = null;
  const { chat, thread, asked } = start({ beforeSending: () => stands }, () => true);
  chat.send('Hello');
  await settled();
  thread.stop();
  chat.regenerate(thread.read().messages[1]?.id ?? '', { provider: 'openai' });
  await settled();
  thread.stop();
  stands = missing;
  chat.retry();
  await settled();
  expect(asked.length).toBe(3);
});

/** A chat whose answers end when the test ends them. */
function gated(more: Partial<ChatNeeds> = {}) {
  const ends: ((event: AnswerEvent) => void)[] = [];
  const asked: QuestionMessage[][] = [];
  const choices: (Choice | null)[] = [];
  async function* answer(
    messages: QuestionMessage[],
    _: AbortSignal,
    choice: Choice | null,
  ): AsyncGenerator<AnswerEvent> {
    asked.push(messages);
    choices.push(choice);
    yield { type: 'text', text: 'Seen.' };
    yield await new Promise<AnswerEvent>((end) => ends.push(end));
  }
  const clock = { now: () => 0, after: () => () => {} };
  const thread = openThread({ answer, modelFor: () => null, clock });
  const texts = () => asked.map((messages) => messages.at(-1)?.parts);
  const ended = async (because: 'done' | 'tool' | 'length') => {
    ends.at(-1)?.({ type: 'ended', because, raw: null });
    await settled();
    await settled();
  };
  const failed = async () => {
    const failure: Failure = { kind: 'overloaded', message: 'Overloaded', retryable: true };
    ends.at(-1)?.({ type: 'failed', failure });
    await settled();
    await settled();
  };
  const it = start({ ...more, thread });
  const queued = () => it.chat.queue.read().map(({ text }) => text);
  const seen = () => thread.read().messages.map(contentOf);
  return { ...it, thread, texts, choices, ended, failed, queued, seen };
}

test('messages sent while an answer streams wait in order, and each goes out after the answer before it [STEER-20 STEER-21]', async () => {
  const { chat, texts, ended, queued, names } = gated();
  chat.send('One');
  expect(chat.send('too early: the box is closed while it loads')).toBe(false);
  await settled();
  expect(chat.send(' ')).toBe(false);
  chat.send('Two');
  await chat.attach.add([pdf]);
  chat.send('Three');
  expect([queued(), names(), texts().length]).toEqual([['Two', 'Three'], [], 1]);
  await ended('done');
  expect([queued(), texts().at(-1)]).toEqual([['Three'], [{ type: 'text', text: 'Two' }]]);
  await ended('done');
  expect([queued(), texts().at(-1)]).toEqual([[], [part, { type: 'text', text: 'Three' }]]);
});

test('a queued message goes to the model that its chat showed, even if another chat with another model is shown by then', async () => {
  const other: ProviderSetting = { ...claude, type: 'openai' };
  let [isShown, setting] = [true, claude];
  const { chat, texts, choices, ended } = gated({ isShown: () => isShown, setting: () => setting });
  chat.send('One');
  await settled();
  for (const text of ['Two', 'Three']) chat.send(text);
  [isShown, setting] = [false, other];
  await ended('done');
  isShown = true;
  await ended('done');
  expect(texts().at(-1)).toEqual([{ type: 'text', text: 'Three' }]);
  const shown = { provider: 'anthropic', origin: 'https://a.test', model: 'claude-sonnet-5-5' };
  expect(choices).toEqual([null, shown, null]);
});

test('a queued message is not held up because the model of another chat has no key, or cannot take its files', async () => {
  const other: ProviderSetting = { ...claude, type: 'openai' };
  const isOfClaude = (choice?: Choice | null) => choice?.provider === 'anthropic';
  let [isShown, setting] = [true, claude];
  const { chat, choices, ended, queued, said } = gated({
    isShown: () => isShown,
    setting: (choice) => (isOfClaude(choice) ? claude : setting),
    beforeSending: (choice) => (isShown || isOfClaude(choice) ? null : missing),
    catalogue: async () => ({ ...catalogue, canTake: (provider) => provider === 'anthropic' }),
  });
  chat.send('One');
  await settled();
  await chat.attach.add([pdf]);
  chat.send('Two');
  [isShown, setting] = [false, other];
  await ended('done');
  expect([queued(), said, choices.at(-1)?.provider]).toEqual([[], [], 'anthropic']);
});

test('another reply whose question is still loading is asked of the model that its chat showed', async () => {
  let [isShown, setting] = [true, claude];
  const wholes: ((isWhole: boolean) => void)[] = [];
  const { chat, thread, choices, ended } = gated({
    isShown: () => isShown,
    setting: () => setting,
    whole: () => new Promise((whole) => wholes.push(whole)),
  });
  const stored = { at: 0, asked: null, error: null };
  const question = { ...stored, id: 'q', role: 'user', content: 'One' } as const;
  const reply = {
    ...stored,
    id: 'r',
    role: 'assistant',
    content: 'Seen.',
    reasoning: '',
    thoughtFor: null,
  } as const;
  thread.open({ messages: [reply], hasMore: true });
  chat.regenerate('r', null);
  [isShown, setting] = [false, { ...claude, type: 'openai' }];
  thread.loadOlder({ messages: [question, reply] });
  wholes[0]?.(true);
  await settled();
  expect(choices.map((choice) => choice?.provider)).toEqual(['anthropic']);
  await ended('done');
});

test('after an answer that failed, was stopped or asks for something, the queue waits until the user sends it [STEER-22]', async () => {
  const { chat, thread, texts, ended, failed, queued } = gated();
  const stopped = async () => {
    thread.stop();
    await settled();
  };
  chat.send('One');
  await settled();
  for (const text of ['Two', 'Three', 'Four']) chat.send(text);
  chat.sendNow();
  const endings = [failed, stopped, () => ended('tool')];
  for (const [sent, end] of endings.entries()) {
    await end();
    expect([queued().length, texts().length]).toEqual([3 - sent, 1 + sent]);
    chat.sendNow();
    await settled();
  }
  expect([queued(), texts().length]).toEqual([[], 4]);
});

test('what is queued for an answer is sent after the answer to an edit that replaces its question [STEER-21]', async () => {
  const { chat, thread, texts, ended, queued } = gated();
  chat.send('One');
  await settled();
  chat.send('Two');
  chat.edit(thread.read().messages[0]?.id ?? '', 'One again', []);
  await settled();
  await ended('done');
  expect([queued(), texts().length]).toEqual([[], 3]);
});

test.each<[string, (it: ReturnType<typeof gated>, type: (text: string) => void) => unknown]>([
  [
    'an edited question',
    ({ chat, thread }) => chat.edit(thread.read().messages[0]?.id ?? '', 'Once more', []),
  ],
  [
    'a message sent with its key hidden',
    ({ chat, said }, type) => {
      type('Is sk-abcdefgh right?');
      chat.send('Is sk-abcdefgh right?');
      said.at(-1)?.action?.act();
    },
  ],
  ['an upload that is sent right away', ({ chat }) => chat.attach.upload([pdf], 'document')],
])('what waits since a Stop is not sent by the answer to %s [STEER-22]', async (_, ask) => {
  let box = '';
  const it = gated({ draftText: () => box, isInAccount: () => false });
  it.chat.send('One');
  await settled();
  it.chat.send('Two');
  it.thread.stop();
  await settled();
  await ask(it, (text) => {
    box = text;
  });
  await settled();
  expect(it.texts()).toHaveLength(2);
  await it.ended('done');
  expect([it.queued(), it.texts().length]).toEqual([['Two'], 2]);
});

test('what waits since a Stop is not sent by another reply to an earlier question [STEER-22]', async () => {
  const { chat, thread, texts, ended, queued } = gated();
  chat.send('One');
  await settled();
  await ended('done');
  chat.send('Two');
  await settled();
  chat.send('Three');
  thread.stop();
  await settled();
  chat.regenerate(thread.read().messages[1]?.id ?? '', null);
  await settled();
  await ended('done');
  expect([queued(), texts().length]).toEqual([['Three'], 3]);
});

test('what waits since a Stop is not sent by the answer to a later message, only by Send now or with what is queued then [STEER-22]', async () => {
  const { chat, thread, texts, ended, queued } = gated();
  chat.send('One');
  await settled();
  for (const text of ['Two', 'Three']) chat.send(text);
  thread.stop();
  await settled();
  chat.send('Another');
  await settled();
  expect(chat.held.read()).toBe(true);
  await ended('done');
  expect([queued().length, texts().length]).toEqual([2, 2]);
  chat.sendNow();
  expect(chat.held.read()).toBe(false);
  await settled();
  await ended('done');
  await ended('done');
  expect([queued(), texts().length]).toEqual([[], 4]);

  chat.send('Five');
  await settled();
  chat.send('Six');
  thread.stop();
  await settled();
  chat.send('Seven');
  await settled();
  expect(chat.held.read()).toBe(true);
  chat.send('Eight');
  expect(chat.held.read()).toBe(false);
  await ended('done');
  await ended('done');
  await ended('done');
  expect([queued(), texts().length]).toEqual([[], 8]);
});

test('the list is notified of messages the user sends, not of those the queue sends [LIST-34]', async () => {
  const { chat, thread, ended } = gated();
  const heard = vi.fn();
  chat.ownSends.listen(heard);
  const since = () => heard.mock.calls.splice(0).length;
  chat.send(' ');
  expect(since()).toBe(0);
  chat.send('One');
  expect(since()).toBe(1);
  await settled();
  chat.send('Two');
  chat.send('Three');
  await ended('done');
  expect([thread.read().messages.length, since()]).toEqual([4, 0]);
  await ended('tool');
  chat.sendNow();
  expect(since()).toBe(1);
  await ended('done');
  chat.edit(thread.read().messages[0]?.id ?? '', 'One again', []);
  expect(since()).toBe(1);
  await ended('done');
  await ended('done');
  expect(since()).toBe(0);
  await chat.attach.upload([pdf], 'document');
  expect(since()).toBe(1);
});

test('a queued message is taken back with its files, or removed and returned to its place [STEER-23]', async () => {
  const { chat, said, queued, names } = gated();
  chat.send('One');
  await settled();
  for (const text of ['Two', 'Three']) {
    await chat.attach.add([png]);
    chat.send(text);
  }
  const [two, three] = chat.queue.read();
  if (!two || !three) throw new Error('Nothing was queued.');
  chat.removeQueued(two);
  expect(queued()).toEqual(['Three']);
  said.at(-1)?.action?.act();
  expect(queued()).toEqual(['Two', 'Three']);
  chat.unqueue(three);
  expect([queued(), names()]).toEqual([['Two'], ['cat.png']]);
});

test('a file that was removed, or a pasted text, is put back and sent with the next message [UP-09]', async () => {
  const { chat, said, names, asked } = start();
  await chat.attach.add([pdf]);
  chat.attach.addText('A long text');
  await settled();
  for (const { id } of chat.attach.read()) chat.removeFile(id);
  expect([names(), said.at(-1)?.title]).toEqual([[], 'File removed']);
  chat.undoables.undo();
  said.at(0)?.action?.act();
  expect(names()).toEqual(['Pasted text.txt', 'report.pdf']);
  expect(chat.send('Sum it up')).toBe(true);
  expect(asked[0]?.[0]?.parts.map(({ type }) => type)).toEqual(['file', 'file', 'text']);
});

test('a file that was removed while it was read is read once it is put back; a cancelled upload is not', async () => {
  const { chat, names } = start({ upload: () => new Promise(() => {}) });
  void chat.attach.add([png]);
  chat.removeFile(chat.attach.read()[0]?.id ?? '');
  chat.undoables.undo();
  await settled();
  expect(chat.attach.read()[0]?.state.type).toBe('ready');
  void chat.attach.upload([pdf], 'document');
  await settled();
  expect(chat.attach.read()[1]?.state.type).toBe('uploading');
  chat.removeFile(chat.attach.read()[1]?.id ?? '');
  expect([names(), chat.undoables.read()]).toEqual([['cat.png'], []]);
});

test('actions can also be undone later, the last one first, and each once [STEER-25 STEER-26]', async () => {
  const { chat, said, taken, queued } = gated();
  chat.send('One');
  await settled();
  for (const text of ['Two', 'Three']) chat.send(text);
  for (const message of [...chat.queue.read()]) chat.removeQueued(message);
  const [removal] = said;
  expect(queued()).toEqual([]);
  // Another toast has replaced the first.
  expect(chat.undoables.read()).toHaveLength(2);
  chat.undoables.undo();
  expect(queued()).toEqual(['Three']);
  // No toast offers what has already been done.
  expect(taken).toEqual(['Queued message removed']);
  chat.undoables.undo();
  removal?.action?.act();
  chat.undoables.undo();
  expect(queued()).toEqual(['Two', 'Three']);
});

test('a reply from another saved provider is retried with that one, even if the chosen one could not answer', async () => {
  let stands: typeof missing | null = null;
  let isTalking = false;
  const { chat, thread, said, asked } = start({ beforeSending: () => stands }, () => isTalking);
  chat.send('Hello');
  await settled();
  isTalking = true;
  chat.regenerate(thread.read().messages.at(-1)?.id ?? '', { provider: 'grok' });
  await settled();
  thread.stop();
  stands = missing;
  chat.retry();
  expect(said).toEqual([]);
  expect(asked).toHaveLength(3);
});

test('a message with a key in it is stopped before it is shown or sent, and can be sent masked [SEND-09]', async () => {
  let box = 'Is sk-abcdefgh right?';
  const clearDraft = vi.fn();
  const { chat, said, seen, asked } = start({ draftText: () => box, clearDraft });
  expect(chat.send(box)).toBe(false);
  expect([seen(), asked]).toEqual([[], []]);
  expect(said.at(-1)?.title).toBe('This looks like your API key');
  // What is typed while the toast is there is sent with it: the box is emptied.
  box += ' It is mine.';
  said.at(-1)?.action?.act();
  await settled();
  expect(seen()[0]).toBe('Is ••• right? It is mine.');
  expect(clearDraft).toHaveBeenCalledOnce();
  const [question] = chat.thread.read().messages;
  expect(chat.edit(question?.id ?? '', 'Or sk-abcdefgh?', [])).toBe(false);
  said.at(-1)?.action?.act();
  await settled();
  expect(seen()[0]).toBe('Or •••?');
});

test('an edit that is sent with its key hidden while another version is shown is said not to be sent', async () => {
  const { chat, said, seen } = start();
  chat.send('One');
  await settled();
  chat.send('Two');
  await settled();
  const [first, , second] = chat.thread.read().messages;
  expect(chat.edit(second?.id ?? '', 'Or sk-abcdefgh?', [])).toBe(false);
  const notice = said.at(-1);
  chat.edit(first?.id ?? '', 'One again', []);
  await settled();
  const { length } = said;
  notice?.action?.act();
  expect(said.slice(length).map(({ text }) => text)).toEqual([notice?.text]);
  expect(seen()).toEqual(['One again', 'Seen.']);
  chat.thread.show(chat.thread.read().messages[0]?.id ?? '', 0);
  said.at(-1)?.action?.act();
  await settled();
  expect(seen()).toEqual(['One', 'Seen.', 'Or •••?', 'Seen.']);
});

const novel = 'Call me Ishmael. '.repeat(1_000);

test('a pasted text waits beside the box, is sent as a file with an empty box, and can be put into the message instead', async () => {
  const { chat, asked, names } = start({ reader: () => Promise.reject(new Error('offline')) });
  expect([chat.attach.addText(novel), chat.attach.addText('Another')]).toEqual([true, true]);
  await settled();
  await settled();
  expect(names()).toEqual(['Pasted text.txt', 'Pasted text 2.txt']);
  expect(chat.attach.takeText(chat.attach.read()[1]?.id ?? '')).toBe('Another');
  expect(asked).toEqual([]);
  await vi.waitFor(() => expect(chat.attach.read()[0]?.state).toEqual({ type: 'ready' }));
  expect(chat.send('')).toBe(true);
  await settled();
  const data = Buffer.from(novel).toString('base64');
  const file = { type: 'file', name: 'Pasted text.txt', mediaType: 'text/plain', data };
  expect(asked).toEqual([[{ role: 'user', parts: [file, { type: 'text', text: 'Pasted text.txt' }] }]]);
  expect(names()).toEqual([]);
});

test('a pasted text that the model cannot hold stays beside the box, and is not sent', async () => {
  const { chat, asked } = start({
    catalogue: async () => ({
      canTake: () => true,
      maxFileBytes: { openai: 1e6, gemini: 1e6, anthropic: 1e6, deepseek: 1e6, grok: 1e6 },
      pictureLimits: () => ({ longest: 1568, bytes: 1e6, types: ['image/png'] }),
      modelName: (_, id) => id,
      modelInfo: () => ({ name: 'Small', version: 'small', contextWindow: 100, maxOutputTokens: 10 }),
    }),
  });
  chat.attach.addText(novel);
  await vi.waitFor(() => expect(chat.attach.read()[0]?.state.type).toBe('failed'));
  expect([chat.send(''), asked]).toEqual([false, []]);
  expect(chat.attach.takeText(chat.attach.read()[0]?.id ?? '')).toBe(novel);
});

test('a key in a pasted text is found before it is sent, and can be hidden [SEND-09]', async () => {
  const { chat, asked, said } = start({ draftText: () => 'Read this' });
  chat.attach.addText(`${novel} sk-abcdefgh`);
  await vi.waitFor(() => expect(chat.attach.read()[0]?.state.type).toBe('ready'));
  expect([chat.send('Read this'), asked]).toEqual([false, []]);
  expect(said).toMatchObject([{ title: 'This looks like your API key' }]);
  said[0]?.action?.act();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(JSON.stringify(asked)).toContain(Buffer.from(`${novel} •••`).toString('base64'));
});

test('a queued message is not sent when its key was saved meanwhile [SEND-09]', async () => {
  let key = 'sk-abcdefgh';
  let isTalking = true;
  const { chat, asked, said } = start(
    { withoutKeys: (text) => text.replaceAll(key, '•••') },
    () => isTalking,
  );
  chat.send('Hello');
  await settled();
  chat.send('Keep sk-newlysaved safe');
  expect(chat.queue.read()).toHaveLength(1);
  key = 'sk-newlysaved';
  isTalking = false;
  chat.thread.stop();
  await settled();
  chat.sendNow();
  expect([asked.length, chat.queue.read().length]).toEqual([1, 1]);
  expect(said.at(-1)).toMatchObject({ title: 'A queued message holds your API key' });
});

test('a photo without a declared type is media by its bytes, whatever its name says', async () => {
  const sniff: Reader['sniff'] = async () => ({
    type: 'picture',
    mediaType: 'image/png',
    size: { width: 9, height: 9 },
  });
  const { chat, asked, said } = start({ reader: async () => ({ ...reader, sniff }) });
  const photo = new File(['ftypheic'], 'IMG_0815.HEIC');
  await chat.attach.upload([photo], 'document');
  expect(said).toMatchObject([{ title: 'Invalid file type. Please upload a PDF or text document.' }]);
  await chat.attach.upload([photo], 'media');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
});

test('the first reply here can be regenerated once the question behind it has loaded', async () => {
  const stored = { at: 0, asked: null, error: null } as const;
  const reply = { ...stored, id: 'r', role: 'assistant', content: 'Seen.' } as const;
  const question = { ...stored, id: 'q', role: 'user', content: 'Look' } as const;
  const { chat, thread, said, seen } = start({
    async whole() {
      thread.loadOlder({ messages: [question, reply] });
      return true;
    },
  });
  thread.open({ messages: [reply], hasMore: true });
  chat.regenerate('r', null);
  await settled();
  expect(said).toEqual([]);
  expect(seen()).toEqual(['Look', 'Seen.']);
  expect(thread.read().messages[1]?.id).not.toBe('r');
});

test('the first reply here is not regenerated, nor its question called deleted, while what is before it cannot be fetched', async () => {
  const reply = { at: 0, asked: null, error: null, id: 'r', role: 'assistant', content: 'Seen.' } as const;
  const { chat, thread, said, asked } = start({ whole: async () => false });
  thread.open({ messages: [reply], hasMore: true });
  chat.regenerate('r', null);
  await settled();
  expect([said, asked]).toEqual([[], []]);
});
