import type { DataExport } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { doEach } from '../../platform/batches/do-each.ts';
import type { Queries } from '../../platform/database/database.ts';
import { isFull } from '../../platform/files/disk.ts';
import { attachment } from '../../platform/http/disposition.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import type { LongWork } from '../../platform/jobs/attempt.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { newSecret } from '../../platform/tokens/hash.ts';
import { type AuthService, changedMeanwhile } from '../auth/service.ts';
import type { AccountRow, UserService } from '../users/service.ts';
import { exportSize } from './export-entries.ts';
import { type ExportZipDeps, exportZips } from './export-zips.ts';
import { exportLifetime, failureSentences, makingExports } from './making-exports.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { type ExportRow, ownDataStore } from './store.ts';

export interface DataExportDeps extends ExportZipDeps {
  users: Pick<UserService, 'account' | 'lock'>;
  auth: Pick<AuthService, 'mailLimits'>;
  jobs: Pick<JobQueue, 'add'>;
  sendMail: SendMail;
}

const hour = 60 * 60 * 1000;
const exportJob = 'copy';

/** Copies of all the data stored about a person: at most one each. */
export function dataExports(deps: DataExportDeps) {
  const { database, users, sources, jobs, origin, now } = deps;
  const store = ownDataStore(database.db);
  const zips = exportZips(deps);

  async function forget(userId: string): Promise<void> {
    const row = await store.exportOfUser(userId);
    if (!row) return;
    await zips.remove(row.export_id);
    await store.removeExport(row.export_id);
    // It was finished meanwhile.
    await zips.remove(row.export_id);
  }

  return {
    /** Starts a new copy in place of the previous one, for an account whose password was just checked. */
    async begin({ user_id: userId, hashed_password }: CheckedAccount): Promise<DataExport> {
      const size = await exportSize(sources, userId);
      // By then, the previous copy's room is free.
      const freed = (await store.exportOfUser(userId))?.size ?? 0;
      await zips.mustFit(size - freed).catch(refuseWhenFull);
      await forget(userId);
      const exportId = newId();
      const at = now();
      const row: ExportRow = {
        export_id: exportId,
        user_id: userId,
        token: newSecret(),
        state: 'working',
        progress: 0,
        size,
        failure: null,
        created_at: at,
        expires_at: at + exportLifetime,
      };
      await database.transaction(async (trx) => {
        await users.lock(userId, trx);
        const onIt = ownDataStore(trx);
        const isLeaving = await onIt.departure(userId);
        if (isLeaving) refuse('signed-out', 'This account no longer exists.');
        const current = await users.account(userId, trx);
        if (current?.hashed_password !== hashed_password) changedMeanwhile();
        const other = await onIt.exportOfUser(userId);
        // After two simultaneous requests, the later one counts.
        if (other) await onIt.removeExport(other.export_id);
        await onIt.addExport(row);
        await jobs.add(trx, exportJob, { exportId }, { id: exportId });
      });
      return asDataExport(row, origin(), at);
    },

    /** How much of a person's quota the copy uses (bytes): it could be used for storage, too. */
    async quotaUsed(userId: string, on: Queries): Promise<number> {
      const row = await ownDataStore(on).exportOfUser(userId);
      return row && row.expires_at > now() ? (row.size ?? 0) : 0;
    },

    /** Deletes a person's copy, finished or not. */
    remove: forget,

    async state(userId: string): Promise<DataExport> {
      return asDataExport(await store.exportOfUser(userId), origin(), now());
    },

    async read(token: string): Promise<StoredBytes> {
      const row = await store.exportByToken(token);
      if (row?.state !== 'ready' || row.expires_at <= now()) return notFound();
      // Not for a suspended account, nor once its owner leaves.
      const account = await users.account(row.user_id);
      if (!account || account.user_standing === 'suspended') return notFound();
      const found = (await zips.find(row.export_id)) ?? notFound();
      return {
        ...found,
        mediaType: 'application/zip',
        etag: `"${row.export_id}"`,
        maxAge: 0,
        disposition: attachment(`polylogue-${new Date(row.created_at).toISOString().slice(0, 10)}.zip`),
      };
    },

    /** Ends a person's copy, in the transaction that takes away the right to it. */
    async end(userId: string, on: Queries): Promise<void> {
      const row = await ownDataStore(on).exportOfUser(userId);
      if (!row) return;
      await ownDataStore(on).removeExport(row.export_id);
      // The next sweep removes any bytes left behind.
      database.afterCommit(() => void zips.remove(row.export_id).catch(() => {}));
    },

    /** By kind of job. */
    jobHandlers: {
      [exportJob]: {
        work: makingExports({ ...deps, zips }),
        time: 6 * hour,
        concurrency: 1,
      } satisfies LongWork,
    },

    /** Copies as a data source: they contain nothing that is not elsewhere. */
    source: { name: 'copies', collect: async () => ({}), forget } satisfies PersonalDataSource,

    /** Removes expired copies, and bytes without a copy. */
    async sweep(): Promise<void> {
      await doEach(await store.expired(now(), 1_000), async (exportId) => {
        await zips.remove(exportId);
        await store.removeExport(exportId);
      });
      await zips.sweep();
    },
  };
}

/** The account as it was when its password was checked. */
type CheckedAccount = Pick<AccountRow, 'user_id' | 'hashed_password'>;

const nothing: DataExport = {
  state: 'none',
  progress: 0,
  failure: null,
  url: null,
  size: null,
  expires_at: null,
};

/** What its owner sees of a copy. */
function asDataExport(row: ExportRow | undefined, origin: string, now: number): DataExport {
  if (!row || row.expires_at <= now) return nothing;
  const { state, progress, size, failure, token, expires_at } = row;
  if (state !== 'ready')
    return { ...nothing, state, progress, failure: failure && failureSentences[failure] };
  const expiresAt = new Date(expires_at).toISOString();
  return {
    ...nothing,
    state,
    progress: 1,
    url: `${origin}/exports/${token}`,
    size,
    expires_at: expiresAt,
  };
}

/** Turns a full disk into a refusal with a sentence. */
function refuseWhenFull(error: unknown): never {
  if (isFull(error)) refuse('no-room', failureSentences['no-room']);
  throw error;
}

function notFound(): never {
  return refuse('not-found', 'This copy of your data does not exist, or has expired.');
}
