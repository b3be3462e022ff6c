import { newId } from '@polylogue/sync';
import type { Queries } from '../database/database.ts';
import type { JobHandler, LongWork } from '../jobs/attempt.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { hashOf } from '../tokens/hash.ts';
import { oneAddress } from './address.ts';
import type { Mail } from './mail.ts';
import type { Mailer } from './mailer.ts';
import { UndeliverableError } from './undelivered.ts';

/** The kind of job for mails. */
export const mailJob = 'mail';

/** Queues a mail. In a transaction, it is sent if and only if that commits; it is retried until it is handed over. */
export type SendMail = (queries: Queries, mail: Omit<Mail, 'id' | 'at'>) => Promise<void>;

export function sendMailVia(jobs: Pick<JobQueue, 'add'>, now: () => number): SendMail {
  return async (queries, { to, subject, text, html, until }) => {
    const id = newId();
    const optional = { ...(html !== undefined && { html }), ...(until !== undefined && { until }) };
    const mail: Mail = { id, at: now(), to, subject, text, ...optional };
    await jobs.add(queries, mailJob, mail, { id, about: mailsTo(to) });
  };
}

/** The `about` hash of mails to an address, however the address is written. */
export function mailsTo(address: string): string {
  return hashOf((oneAddress(address.normalize('NFKC')) ?? address).toLowerCase());
}

/** How many mails are handed over at the same time, and the longest that each may take (milliseconds). */
const concurrency = 4;
const longest = 5 * 60_000;

/** Runs the jobs that `sendMailVia` adds. `warn` receives the mails that are given up, without their contents. */
export function mailWork(mailer: Mailer, warn: (message: string) => void, now: () => number): LongWork {
  const work: JobHandler = async (payload, { jobId, signal }) => {
    const mail = payload as Mail;
    try {
      if (mail.until !== undefined && mail.until <= now())
        throw new UndeliverableError('Its link is no longer valid.');
      await mailer.send(mail, signal);
    } catch (error) {
      if (!(error instanceof UndeliverableError)) throw error;
      warn(`mail ${jobId} is given up: ${error.message}`);
    }
  };
  // A mail whose handing over is cut short may be delivered, and would be sent again.
  return { work, time: longest, concurrency, mustFinish: true };
}
