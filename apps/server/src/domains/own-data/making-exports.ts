import type { Database, Queries } from '../../platform/database/database.ts';
import { isFull } from '../../platform/files/disk.ts';
import type { JobHandler } from '../../platform/jobs/attempt.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import type { AuthService } from '../auth/service.ts';
import type { AccountRow, UserService } from '../users/service.ts';
import { type ExportZips, isUnwanted } from './export-zips.ts';
import { exportFailedMail, exportReadyMail } from './mails.ts';
import { type ExportRow, ownDataStore } from './store.ts';

/** How long a copy can be downloaded (milliseconds). */
export const exportLifetime = 24 * 60 * 60 * 1000;
const maxAttempts = 5;

/** Why a copy failed, for its owner. */
export const failureSentences = {
  'no-room': 'The server has no storage left for a copy of your data. Try again later.',
};

/** Returns the job that makes a copy and says by mail what became of it. */
export function makingExports({
  database,
  users,
  zips,
  auth,
  sendMail,
  origin,
  now,
}: {
  database: Database;
  users: Pick<UserService, 'account'>;
  zips: ExportZips;
  auth: Pick<AuthService, 'mailLimits'>;
  sendMail: SendMail;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobHandler {
  const store = ownDataStore(database.db);
  const link = () => `${origin()}/settings/data`;

  async function tell(on: Queries, account: AccountRow, mail: Letter) {
    if (auth.mailLimits.notice(account) === 0) await sendMail(on, { to: account.email, ...mail });
  }

  async function finish({ export_id, user_id }: ExportRow, size: number): Promise<boolean> {
    await zips.keep(export_id);
    return await database.transaction(async (trx) => {
      const until = now() + exportLifetime;
      const ready = { state: 'ready', progress: 1, size, expires_at: until } as const;
      const isWanted = await ownDataStore(trx).change(export_id, ready);
      const account = isWanted ? await users.account(user_id, trx) : undefined;
      if (!account) return false;
      await tell(trx, account, exportReadyMail({ link: link(), until: new Date(until) }));
      return true;
    });
  }

  async function endWithout(row: ExportRow, failure: ExportRow['failure'] = null) {
    await zips.removeDraft(row.export_id);
    await fail(row, failure);
  }

  /** Ends it with a sentence, sent by mail as well: the page may be closed by then. */
  async function fail({ export_id, user_id }: ExportRow, failure: ExportRow['failure']): Promise<void> {
    await database.transaction(async (trx) => {
      const failed = { state: 'failed', size: null, failure } as const;
      const isWanted = await ownDataStore(trx).change(export_id, failed);
      const account = isWanted ? await users.account(user_id, trx) : undefined;
      if (!account) return;
      const why = failure ? failureSentences[failure] : 'Something went wrong on the server. Try again.';
      await tell(trx, account, exportFailedMail({ why, link: link() }));
    });
  }

  return async function work(payload, { attempt, signal }) {
    const { exportId } = payload as { exportId: string };
    const row = await store.exportById(exportId);
    if (row?.state !== 'working') return;
    // The process died during the last attempts: a copy that ends the server must not do so for ever.
    if (attempt > maxAttempts) return await endWithout(row);
    try {
      const isWanted = await finish(row, await zips.write(row, signal));
      if (!isWanted) await zips.remove(exportId);
    } catch (error) {
      if (isUnwanted(error)) return await zips.remove(exportId);
      // The server stops, or the attempt takes too long or is no longer this process’s: another one makes it.
      if (signal.aborted) throw error;
      // Retrying does not help: the operator has to free space.
      const failure = isFull(error) ? 'no-room' : null;
      if (failure === null && attempt < maxAttempts) throw error;
      await endWithout(row, failure);
    }
  };
}
