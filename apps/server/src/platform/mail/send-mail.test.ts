import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, serviceDatabases } from '../../testing/databases.ts';
import { mailbox } from '../../testing/mailbox.ts';
import type { Database } from '../database/database.ts';
import type { JobHandler } from '../jobs/attempt.ts';
import { jobQueue } from '../jobs/queue.ts';
import { jobRunner } from '../jobs/runner.ts';
import { mailer } from './mailer.ts';
import { mailJob, mailWork, sendMailVia } from './send-mail.ts';
import type { Smtp } from './smtp-url.ts';

const from = { name: 'Polylogue', address: 'no-reply@chat.example.com' };
const to = (name: string) => ({ to: `${name}@example.com`, subject: 'Hello', text: 'There.' });

/** A mail queue with its own clock, which only the test moves. */
function mailQueue(database: Database, smtp: Smtp, more: Record<string, JobHandler> = {}) {
  let time = Date.now();
  const now = () => time;
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const queue = jobQueue(database, now);
  const handlers = {
    ...more,
    [mailJob]: mailWork(mailer({ smtp, from, outbox: '/nowhere', say: log }), log, now),
  };
  const runner = jobRunner({ database, queue, handlers, now, log });
  onTestFinished(() => runner.stop());
  return {
    logged,
    now,
    sendMail: sendMailVia(queue, now),
    runDue: () => runner.runDue(),
    start: () => runner.start(),
    stop: () => runner.stop(),
    add: (kind: string) => queue.add(database.db, kind, null),
    waiting: async () => (await database.db.selectFrom('jobs').selectAll().execute()).length,
    /** Lets this much time pass, with everything that becomes due. */
    async pass(ms: number) {
      for (const end = time + ms; time < end; ) {
        time = Math.min(end, time + 60_000);
        await runner.runDue();
      }
    },
  };
}

const at = (port: number): Smtp => ({ host: '127.0.0.1', port, isSecure: false });

describe.each(serviceDatabases)('mails on %s', (dialect) => {
  test('a mail is sent once its cause is committed, and not before', async () => {
    const box = await mailbox();
    const database = await freshDatabase(dialect);
    const { sendMail, runDue, waiting } = mailQueue(database, at(box.port));
    await database.transaction((trx) => sendMail(trx, to('ada')));
    const changedMind = database.transaction(async (trx) => {
      await sendMail(trx, to('eve'));
      throw new Error('not saved');
    });
    await expect(changedMind).rejects.toThrow('not saved');
    await runDue();
    expect(box.mails.map((mail) => mail.to)).toEqual([['ada@example.com']]);
    expect(await waiting()).toBe(0);
  });

  test('if a mail server is down for an hour, nothing is lost and each mail arrives once [FAULT-5]', async () => {
    const down = await mailbox();
    await down.close();
    const database = await freshDatabase(dialect);
    const mails = mailQueue(database, at(down.port));
    const names = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay'];
    for (const name of names) await mails.sendMail(database.db, to(name));
    await mails.runDue();
    await mails.pass(60 * 60_000);
    expect(await mails.waiting()).toBe(names.length);
    const up = await mailbox({ port: down.port });
    await mails.pass(60 * 60_000);
    expect(up.mails.map((mail) => mail.to[0]).sort()).toEqual(names.map((name) => `${name}@example.com`));
    expect(await mails.waiting()).toBe(0);
    expect(mails.logged.join('\n')).not.toMatch(/example\.com|Hello|There/);
  }, 60_000);

  test('a mail is not handed over once its link is over', async () => {
    const down = await mailbox();
    await down.close();
    const database = await freshDatabase(dialect);
    const mails = mailQueue(database, at(down.port));
    await mails.sendMail(database.db, { ...to('ada'), until: mails.now() + 30 * 60_000 });
    await mails.sendMail(database.db, { ...to('ben'), until: mails.now() + 24 * 60 * 60_000 });
    await mails.pass(60 * 60_000);
    const up = await mailbox({ port: down.port });
    await mails.pass(60 * 60_000);
    expect(up.mails.map((mail) => mail.to)).toEqual([['ben@example.com']]);
    expect(await mails.waiting()).toBe(0);
    expect(mails.logged).toContainEqual(
      expect.stringMatching(/^mail \S+ is given up: Its link is no longer valid\.$/),
    );
  }, 60_000);

  test('a permanently refused recipient is not tried again, and is not named in the log', async () => {
    const box = await mailbox({ refuses: { recipient: 550 } });
    const database = await freshDatabase(dialect);
    const { sendMail, runDue, logged, waiting } = mailQueue(database, at(box.port));
    await sendMail(database.db, to('nobody'));
    await runDue();
    expect(await waiting()).toBe(0);
    expect(logged).toEqual([
      expect.stringMatching(
        /^mail \S+ is given up: The mail server permanently refuses this recipient \(550\)\.$/,
      ),
    ]);
  });
});

test('a mail server that does not answer holds up no other work', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => open.add(socket.on('error', () => {})));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const database = await freshDatabase('sqlite');
  const { promise: notified, resolve } = Promise.withResolvers<void>();
  const mails = mailQueue(database, at(port), { notify: async () => resolve() });
  onTestFinished(async () => {
    const stopped = mails.stop();
    for (const socket of open) socket.destroy();
    silent.close();
    await stopped;
  });
  for (const name of ['ada', 'ben', 'cleo', 'dan', 'eve']) await mails.sendMail(database.db, to(name));
  mails.start();
  await expect.poll(() => open.size, { timeout: 10_000 }).toBe(4);
  await mails.add('notify');
  await notified;
  // The mails are still being handed over.
  expect(mails.logged).toEqual([]);
});

test('a mail that takes too long is not delivered after its time is up', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const box = await mailbox({ held });
  const { work } = mailWork(
    mailer({ smtp: at(box.port), from, outbox: '/nowhere', say() {} }),
    () => {},
    Date.now,
  );
  const time = new AbortController();
  const mail = { id: 'm', at: 0, ...to('ada') };
  const working = work(mail, { jobId: 'm', attempt: 1, signal: time.signal });
  await expect.poll(box.isHolding, { timeout: 10_000 }).toBe(true);
  time.abort();
  letGo();
  await expect(working).rejects.toThrow('EABORT');
  await box.close();
  expect(box.mails).toEqual([]);
});

test('a mail that is being handed over when the server stops is sent, once', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const box = await mailbox({ held });
  const database = await freshDatabase('sqlite');
  const mails = mailQueue(database, at(box.port));
  await mails.sendMail(database.db, to('ada'));
  mails.start();
  await expect.poll(box.isHolding, { timeout: 10_000 }).toBe(true);
  const stopped = mails.stop();
  letGo();
  await stopped;
  expect(box.mails).toHaveLength(1);
  expect(await mails.waiting()).toBe(0);
});
