import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { mailbox } from '../../testing/mailbox.ts';
import type { Mail } from './mail.ts';
import { mailer } from './mailer.ts';
import { MailError, UndeliverableError } from './undelivered.ts';

/** Per property; FUZZ_RUNS sets a higher number. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();

const from = { name: 'Polylogue', address: 'no-reply@chat.example.com' };
const mail: Mail = {
  id: '0199f0b2-0000-7000-8000-000000000001',
  at: Date.UTC(2026, 10, 20, 9, 30, 15),
  to: 'ada@example.com',
  subject: 'Verify your email address',
  text: 'Grüße.\n\nhttps://chat.example.com/verify-email?code=abc',
  html: '<p>Grüße.</p>',
};

function through(port: number, more: object = {}) {
  const smtp = { host: '127.0.0.1', port, isSecure: false, ...more };
  return mailer({ smtp, from, outbox: '/nowhere', say: () => {} });
}

async function intoFiles(sender = from) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-outbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outbox = join(folder, 'outbox');
  const printed: string[] = [];
  const { send } = mailer({
    smtp: undefined,
    from: sender,
    outbox,
    say: (sentence) => printed.push(sentence),
  });
  return { outbox, printed, send, files: () => readdir(outbox).catch(() => [] as string[]) };
}

test('a mail arrives as it was written, from one sender to one recipient', async () => {
  const box = await mailbox();
  await through(box.port).send(mail);
  expect(box.mails).toHaveLength(1);
  const [{ read, to } = {}] = box.mails;
  expect(to).toEqual(['ada@example.com']);
  expect(read).toMatchObject({
    from: { name: 'Polylogue', address: 'no-reply@chat.example.com' },
    to: [{ address: 'ada@example.com', name: '' }],
    subject: mail.subject,
    messageId: '<0199f0b2-0000-7000-8000-000000000001@chat.example.com>',
    date: '2026-11-20T09:30:15.000Z',
    text: `${mail.text}\n`,
    html: expect.stringContaining('<p>Grüße.</p>'),
    attachments: [],
  });
  expect(read?.cc).toBeUndefined();
  expect(read?.bcc).toBeUndefined();
  expect(read?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('repeating a mail keeps its Message-ID and date', async () => {
  const box = await mailbox();
  const { send } = through(box.port);
  await send(mail);
  await send(mail);
  const [first, second] = box.mails;
  expect(second?.read.messageId).toBe(first?.read.messageId);
  expect(second?.read.date).toBe(first?.read.date);
});

test('a user and a password are sent', async () => {
  const user = { name: 'post', password: 'p/w' };
  const box = await mailbox({ user });
  await through(box.port, { user }).send(mail);
  expect(box.mails).toHaveLength(1);
  await expect(through(box.port, { user: { ...user, password: 'wrong' } }).send(mail)).rejects.toThrow(
    new MailError('EAUTH 535'),
  );
});

test('a password never travels in the clear to another computer', async () => {
  const box = await mailbox({ user: { name: 'post', password: 'p/w' } });
  // Not a name for loopback, although it leads there.
  const smtp = { host: '0.0.0.0', port: box.port, isSecure: false, user: { name: 'post', password: 'p/w' } };
  await expect(mailer({ smtp, from, outbox: '/nowhere', say: () => {} }).send(mail)).rejects.toThrow(
    MailError,
  );
  expect(box.mails).toEqual([]);
});

test('a mail is retried if the server is unavailable or too busy', async () => {
  const closed = await mailbox();
  await closed.close();
  await expect(through(closed.port).send(mail)).rejects.toThrow(MailError);
  const full = await mailbox({ refuses: { mail: 452 } });
  await expect(through(full.port).send(mail)).rejects.toThrow(MailError);
  const later = await mailbox({ refuses: { recipient: 450 } });
  await expect(through(later.port).send(mail)).rejects.toThrow(MailError);
});

test('a mail is retried if the server hangs up or speaks another protocol', async () => {
  for (const words of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
    const server = createServer((socket) => socket.end(words));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    await expect(through(port).send(mail)).rejects.toThrow(MailError);
  }
});

test.each(['No, thank you.', '5.1.1 No such user.', '5.2.1 Mailbox disabled.'])(
  'a mail to a recipient who is refused for good (%s) is given up',
  async (words) => {
    const box = await mailbox({ refuses: { recipient: 550, words } });
    await expect(through(box.port).send(mail)).rejects.toThrow(UndeliverableError);
  },
);

test.each(['5.4.5 Daily sending limit exceeded.', '5.7.1 Sending quota exceeded.'])(
  'a mail whose recipient is refused for another reason (%s) is retried',
  async (words) => {
    const box = await mailbox({ refuses: { recipient: 554, words } });
    await expect(through(box.port).send(mail)).rejects.toThrow(MailError);
  },
);

test('a mail that is permanently refused once it is read is given up', async () => {
  const box = await mailbox({ refuses: { mail: 554 } });
  await expect(through(box.port).send(mail)).rejects.toThrow(UndeliverableError);
});

test('a mail is retried if its server has sent too many others', async () => {
  const words = '5.4.5 Daily user sending limit exceeded.';
  const box = await mailbox({ refuses: { mail: 550, words } });
  await expect(through(box.port).send(mail)).rejects.toThrow(MailError);
});

test('errors contain nothing of the mail', async () => {
  const box = await mailbox({ refuses: { recipient: 550 } });
  const error = await through(box.port).send(mail).catch(String);
  expect(error).not.toMatch(/ada|example|verify|code/i);
});

test('only a single plain address reaches the server', async () => {
  const box = await mailbox();
  const { send } = through(box.port);
  const tricks = [
    'ada@example.com, eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    '"ada@example.com>\r\nRCPT TO:<eve"@example.com',
    '"eve@example.com" <ada@example.com>',
    'Undisclosed: ada@example.com, eve@example.com;',
  ];
  for (const to of tricks) await expect(send({ ...mail, to })).rejects.toThrow(UndeliverableError);
  expect(box.mails).toEqual([]);
});

test('whatever a mail contains, it has the headers we gave it and reaches its one recipient', async () => {
  const box = await mailbox();
  const { send } = through(box.port);
  const text = fc.string({ unit: 'binary' });
  await fc.assert(
    fc.asyncProperty(text, text, async (subject, body) => {
      box.mails.length = 0;
      const hostile = { ...mail, subject, text: `${body}\r\n.\r\nMAIL FROM:<eve@example.com>`, html: body };
      if (await send(hostile).catch((error) => error instanceof UndeliverableError)) return;
      const [{ read, to } = {}, ...others] = box.mails;
      expect(others).toEqual([]);
      expect(to).toEqual(['ada@example.com']);
      expect(read?.headers.map(({ key }) => key).filter((key) => !headers.includes(key))).toEqual([]);
    }),
    { numRuns: runs / 5 },
  );
}, 60_000);
const headers = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];

test('a subject of more than one line is refused', async () => {
  const { send, files } = await intoFiles();
  for (const subject of ['Hello\r\nBcc: eve@example.com', 'Hello\nthere', 'Hello\u2028there', 'a\u0000b']) {
    await expect(send({ ...mail, subject })).rejects.toThrow(UndeliverableError);
  }
  expect(await files()).toEqual([]);
});

test('a mail cannot make the server read a file or fetch an address [CHECK-30]', async () => {
  const box = await mailbox();
  const hostile = { path: '/etc/passwd', href: `http://127.0.0.1:${box.port}/` };
  const { send } = through(box.port);
  await expect(send({ ...mail, text: hostile as unknown as string })).rejects.toThrow();
  await expect(send({ ...mail, html: hostile as unknown as string })).rejects.toThrow();
  await send({ ...mail, attachments: [hostile], raw: hostile } as unknown as Mail);
  expect(box.mails.map(({ read }) => [read.attachments, read.text])).toEqual([[[], `${mail.text}\n`]]);
});

test('without a mail server each mail is a file for its owner alone, with a line that says where', async () => {
  const { outbox, printed, send, files } = await intoFiles();
  await send(mail);
  const name = '2026-11-20T09-30-15-verify-your-email-address-0199f0b2-0000-7000-8000-000000000001.eml';
  expect(await files()).toEqual([name]);
  expect(printed).toEqual([`Mail “Verify your email address”: ${join(outbox, name)}`]);
  expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600);
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
  const file = await readFile(join(outbox, name), 'utf8');
  expect(await PostalMime.parse(file)).toMatchObject({
    from,
    to: [{ address: mail.to }],
    subject: mail.subject,
    messageId: '<0199f0b2-0000-7000-8000-000000000001@chat.example.com>',
    date: '2026-11-20T09:30:15.000Z',
    text: `${mail.text}\n`,
    html: `${mail.html}\n`,
  });
});

test('a person without a mail program can copy the link out of the file', async () => {
  const { outbox, send, files } = await intoFiles();
  const link = `https://chat.example.com/reset-password?code=${'a-b_'.repeat(30)}`;
  await send({ ...mail, text: `Set a new password:\n${link}\n` });
  const [name = ''] = await files();
  expect((await readFile(join(outbox, name), 'utf8')).split('\r\n')).toContain(link);
});

test('subjects and senders in any script are readable in the file', async () => {
  const { outbox, send, files } = await intoFiles({ ...from, name: 'Плилог, Inc.' });
  await send({ ...mail, subject: 'Grüße 你好 =?utf-8?Q?x?=' });
  const [name = ''] = await files();
  expect(await PostalMime.parse(await readFile(join(outbox, name)))).toMatchObject({
    from: { name: 'Плилог, Inc.' },
    subject: 'Grüße 你好 =?utf-8?Q?x?=',
  });
});

test('the same mail again is the same file', async () => {
  const { send, files } = await intoFiles();
  await send(mail);
  await send(mail);
  expect(await files()).toHaveLength(1);
});

test('a subject cannot lead a file out of the outbox', async () => {
  const { send, files } = await intoFiles();
  await send({ ...mail, subject: '../../etc/passwd' });
  await expect(send({ ...mail, id: '../../x' })).rejects.toThrow(UndeliverableError);
  expect(await files()).toEqual([expect.stringMatching(/^2026-11-20T09-30-15-etc-passwd-[\w-]+\.eml$/)]);
});
