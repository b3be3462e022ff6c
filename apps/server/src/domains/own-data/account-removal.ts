import type { Database } from '../../platform/database/database.ts';
import type { JobHandler, LongWork } from '../../platform/jobs/attempt.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { mailsTo, type SendMail } from '../../platform/mail/send-mail.ts';
import { canonicalEmail, type UserService } from '../users/service.ts';
import { removalId, removalJob } from './delete-account.ts';
import { accountDeletedMail } from './mails.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { ownDataStore } from './store.ts';

export interface AccountRemovalDeps {
  database: Database;
  users: Pick<UserService, 'lock' | 'deletion'>;
  /** What to delete, in this order. */
  sources: readonly PersonalDataSource[];
  jobs: Pick<JobQueue, 'add'>;
  sendMail: SendMail;
  /** Milliseconds since 1970. */
  now: () => number;
}

const minute = 60_000;
const tidyJob = 'tidy';
const tidySlot = 5 * minute;

/** Removes the rest of an account once `deleteAccount` has begun. Each step may be interrupted anywhere and is then repeated. */
export function accountRemoval({ database, users, sources, jobs, sendMail, now }: AccountRemovalDeps) {
  const { db } = database;
  const store = ownDataStore(db);

  async function forget(userId: string) {
    for (const source of sources) await source.forget(userId);
  }

  /** False if something new has arrived, such as an upload that was still in progress. */
  async function end(userId: string, isTold: boolean): Promise<boolean> {
    const known = await store.departure(userId);
    if (!known) return true;
    const [address = ''] = await users.deletion.hashes(canonicalEmail(known.email) ?? known.email);
    return await database.transaction(async (trx) => {
      // Storing a file takes this lock, too.
      await users.lock(userId, trx);
      const departure = await ownDataStore(trx).departure(userId);
      if (!departure) return true;
      for (const source of sources) if (await source.holds?.(userId, trx)) return false;
      await users.deletion.remove(userId, address, trx);
      if (isTold) await sendMail(trx, { to: departure.email, ...accountDeletedMail() });
      await jobs.add(trx, tidyJob, { after: mailsTo(departure.email) }, { dueAt: now() + minute });
      return true;
    });
  }

  const removeAccount: JobHandler = async (payload) => {
    const { userId, isTold = true } = payload as { userId: string; isTold?: boolean };
    if (!(await store.departure(userId))) return;
    await forget(userId);
    if (await end(userId, isTold)) return;
    throw Object.assign(new Error('Something of theirs came meanwhile.'), { code: 'not-empty' });
  };

  const tidy: JobHandler = async (payload) => {
    const { after } = payload as { after: string | null };
    // The last mail still contains the address.
    if (after !== null && (await store.hasWaitingJob(after))) {
      await jobs.add(db, tidyJob, { after }, { dueAt: now() + minute });
      return;
    }
    if (after === null && (await database.tidy())) return;
    // Once for all who leave within some minutes: queries wait while the file is rewritten. Again if a backup reads it.
    const slot = Math.floor(now() / tidySlot) + 1;
    await jobs.add(db, tidyJob, { after: null }, { dueAt: slot * tidySlot, id: `tidy-${slot}` });
  };

  return {
    /** By kind of job. */
    jobHandlers: {
      [removalJob]: { work: removeAccount, time: 60 * minute, concurrency: 2 },
      [tidyJob]: { work: tidy, time: 10 * minute, concurrency: 1 },
    } satisfies Record<string, LongWork>,

    /** Resumes every removal, even if its job was given up. */
    async resume(): Promise<void> {
      for (const { user_id: userId } of await store.departures(1_000)) {
        await jobs.add(db, removalJob, { userId }, { id: removalId(userId) });
      }
    },
  };
}
