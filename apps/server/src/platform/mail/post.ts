import type { Queries } from '../database/database.ts';
import { newId } from '../database/id.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/runner.ts';
import { hashOf } from '../tokens/hash.ts';
import { oneAddress } from './address.ts';
import type { Mail } from './mail.ts';
import type { Mailer } from './mailer.ts';
import { UndeliverableError } from './undelivered.ts';

/** The kind of job a mail waits in. */
export const mailJob = 'mail';

/**
 * Posts a mail: given a transaction, it leaves exactly when that is committed, and is tried again until it is out of
 * our hands.
 */
export type Post = (queries: Queries, mail: Omit<Mail, 'id' | 'at'>) => Promise<void>;

export function postVia(jobs: Pick<JobQueue, 'add'>, now: () => number): Post {
  return async (queries, { to, subject, text, html }) => {
    const id = newId();
    const mail: Mail = { id, at: now(), to, subject, text, ...(html !== undefined && { html }) };
    await jobs.add(queries, mailJob, mail, { id, about: mailsTo(to) });
  };
}

/** What the jobs of mails to an address are about, however it is written. */
export function mailsTo(address: string): string {
  return hashOf((oneAddress(address.normalize('NFKC')) ?? address).toLowerCase());
}

/** Does the jobs that `postVia` adds. `warn` is told of mails that are given up; it never hears what is in them. */
export function deliverVia(mailer: Mailer, warn: (message: string) => void): JobHandler {
  return async (payload, { jobId }) => {
    try {
      await mailer.send(payload as Mail);
    } catch (error) {
      if (!(error instanceof UndeliverableError)) throw error;
      warn(`mail ${jobId} is given up: ${error.message}`);
    }
  };
}
