import type { Database } from '../../platform/database/database.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type AuthService, changedMeanwhile } from '../auth/service.ts';
import { type AccountRow, namesOf, type UserService } from '../users/service.ts';
import { ownDataStore } from './store.ts';

export interface DeleteAccountDeps {
  database: Database;
  users: Pick<UserService, 'account' | 'lock' | 'deletion'>;
  auth: Pick<AuthService, 'personalData' | 'mailLimits'>;
  jobs: Pick<JobQueue, 'add' | 'forget'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export const removalJob = 'departure';
/** One job for each account, however often it is added. Jobs and rows are stored as departures. */
export const removalId = (userId: string) => `departure-${userId}`;

/**
 * Starts deleting an account, all at once: signed out everywhere, no longer findable, no longer accessible with a
 * password or a mailed link. A job removes the rest.
 */
export function deleteAccount({ database, users, auth, jobs, now }: DeleteAccountDeps) {
  /** `proved`: the account as it was when its password was checked; not needed for the operator. */
  return async function deleteNow(
    userId: string,
    proved?: Pick<AccountRow, 'hashed_password'>,
  ): Promise<void> {
    const account = (await users.account(userId)) ?? notThere();
    const names = await users.deletion.hashes(...namesOf(account));
    const isSame = await database.transaction(async (trx) => {
      await users.lock(userId, trx);
      const current = (await users.account(userId, trx)) ?? notThere();
      const store = ownDataStore(trx);
      if (await store.departure(userId)) return true;
      if (proved && current.hashed_password !== proved.hashed_password) changedMeanwhile();
      if (String(namesOf(current)) !== String(namesOf(account))) return false;
      const mails = await auth.personalData.forget(current, trx);
      await jobs.forget(trx, mails);
      await store.addDeparture({ user_id: userId, email: current.email, left_at: now() });
      await users.deletion.anonymize(userId, names, trx);
      const isTold = auth.mailLimits.notice(current) === 0;
      await jobs.add(trx, removalJob, { userId, isTold }, { id: removalId(userId) });
      return true;
    });
    // The name or the address changed in between: start again with the new ones.
    if (!isSame) await deleteNow(userId, proved);
  };
}

function notThere(): never {
  return refuse('signed-out', 'This account no longer exists.');
}
