import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, freshDatabase } from '../../testing/databases.ts';
import { mailbox } from '../../testing/mailbox.ts';
import type { Database } from '../database/database.ts';
import { jobQueue } from '../jobs/queue.ts';
import { jobRunner } from '../jobs/runner.ts';
import { mailer } from './mailer.ts';
import { mailJob, mailJobHandler, sendMailVia } from './send-mail.ts';
import type { Smtp } from './smtp-url.ts';

const from = { name: 'Polylogue', address: 'no-reply@chat.example.com' };
const to = (name: string) => ({ to: `${name}@example.com`, subject: 'Hello', text: 'There.' });

/** A mail queue with its own clock, which only the test moves. */
function mailQueue(database: Database, smtp: Smtp) {
  let time = Date.now();
  const now = () => time;
  const logged: string[] = [];
  const log = (message: string) => logged.push(message);
  const queue = jobQueue(database, now);
  const handlers = {
    [mailJob]: mailJobHandler(mailer({ smtp, from, outbox: '/nowhere', say: log }), log),
  };
  const runner = jobRunner({ database, queue, handlers, now, log });
  onTestFinished(() => runner.stop());
  return {
    logged,
    sendMail: sendMailVia(queue, now),
    runDue: () => runner.runDue(),
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

describe.each(databases)('mails on %s', (dialect) => {
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

  test('if a mail server is down for an hour, nothing is lost and each mail arrives once', async () => {
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
