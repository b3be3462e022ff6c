import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { doEach } from '../../platform/batches/do-each.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { type Disk, isFull, mustKeepFree, realDisk, reserveOf } from '../../platform/files/disk.ts';
import { draftSuffix } from '../../platform/files/folder-store.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { attachment } from '../../platform/http/disposition.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { JobHandler, LongWork } from '../../platform/jobs/runner.ts';
import type { SendMail } from '../../platform/mail/send-mail.ts';
import { newSecret } from '../../platform/tokens/hash.ts';
import { writeZip } from '../../platform/zip/zip.ts';
import { changedMeanwhile } from '../auth/service.ts';
import type { Account, UserService } from '../users/service.ts';
import { exportEntries, exportSize } from './export-entries.ts';
import { exportFailedMail, exportReadyMail } from './mails.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { type ExportRow, ownDataStore } from './store.ts';

export interface DataExportDeps {
  database: Database;
  users: Pick<UserService, 'account' | 'lock'>;
  /** The sources of a copy. */
  sources: readonly PersonalDataSource[];
  /** Where the zips are stored: the same for all nodes. */
  store: ObjectStore;
  /** Where they are written before. */
  folder: string;
  /** What the disk with the folder reports about itself. */
  disk?: Disk;
  jobs: Pick<JobQueue, 'add'>;
  sendMail: SendMail;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const hour = 60 * 60 * 1000;
/** How long a copy can be downloaded (milliseconds). */
const lifetime = 24 * hour;
/** How often to check whether a copy is still wanted, and to record its progress (milliseconds). */
const progressInterval = 1_000;
const maxAttempts = 5;
const exportJob = 'copy';
const ending = '.zip';

/** Copies of all the data stored about a person: at most one each. */
export function dataExports({
  database,
  users,
  sources,
  store: zips,
  folder,
  disk = realDisk,
  jobs,
  sendMail,
  origin,
  now,
}: DataExportDeps) {
  const store = ownDataStore(database.db);
  // Copies that this process is making.
  const inProgress = new Map<string, AbortController>();
  const zip = (exportId: string) => `${exportId}${ending}`;
  const draft = (exportId: string) => join(folder, zip(exportId) + draftSuffix);

  async function removeBytes(exportId: string) {
    inProgress.get(exportId)?.abort(unwanted());
    await removeDraft(exportId);
    await zips.remove(zip(exportId));
  }

  function asDataExport(row: ExportRow | undefined): DataExport {
    if (!row || row.expires_at <= now()) return nothing;
    const { state, progress, size, failure, token, expires_at } = row;
    if (state !== 'ready') return { ...nothing, state, progress, failure: failure && sentences[failure] };
    const expiresAt = new Date(expires_at).toISOString();
    return {
      ...nothing,
      state,
      progress: 1,
      url: `${origin()}/exports/${token}`,
      size,
      expires_at: expiresAt,
    };
  }

  /** Half as much again as uploads leave free: a copy that fills the disk does not cause uploads to be refused. */
  const leftFree = async () => 1.5 * (await reserveOf(folder, disk));

  /** Throws the error of a full disk unless this many more bytes leave enough for everyone else. */
  async function mustFit(bytes: number): Promise<void> {
    await makeFolder(folder);
    await mustKeepFree(folder, (await leftFree()) + bytes, disk);
  }

  /** Writes the zip; returns its size (bytes). */
  async function write({ export_id, user_id }: ExportRow, signal: AbortSignal): Promise<number> {
    const total = await exportSize(sources, user_id);
    let bytes = 0;
    const stop = new AbortController();
    const progressTimer = setInterval(async () => {
      const progress = Math.min(0.99, bytes / total);
      // A failed update is repeated the next time.
      const isWanted = await store.change(export_id, { progress }).catch(() => true);
      if (!isWanted) stop.abort(unwanted());
    }, progressInterval).unref();
    inProgress.set(export_id, stop);
    try {
      // Left by an interrupted attempt.
      await removeDraft(export_id);
      await mustFit(total);
      return await writeZip({
        path: draft(export_id),
        leftFree: await leftFree(),
        entries: exportEntries({ sources, userId: user_id, origin: origin(), at: new Date(now()) }),
        signal: AbortSignal.any([signal, stop.signal]),
        onProgress: (written) => {
          bytes = written;
        },
      });
    } finally {
      inProgress.delete(export_id);
      clearInterval(progressTimer);
    }
  }

  const removeDraft = (exportId: string) => rm(draft(exportId), { force: true });

  async function finish({ export_id, user_id }: ExportRow, size: number): Promise<boolean> {
    await zips.put([{ name: zip(export_id), path: draft(export_id) }]);
    return await database.transaction(async (trx) => {
      const ready = { state: 'ready', progress: 1, size, expires_at: now() + lifetime } as const;
      const isWanted = await ownDataStore(trx).change(export_id, ready);
      const account = isWanted ? await users.account(user_id, trx) : undefined;
      if (!account) return false;
      await sendMail(trx, {
        to: account.email,
        ...exportReadyMail({ link: `${origin()}/settings/data`, lifetime }),
      });
      return true;
    });
  }

  const work: JobHandler = async (payload, { attempt, signal }) => {
    const { exportId } = payload as { exportId: string };
    const row = await store.exportById(exportId);
    if (row?.state !== 'working') return;
    // The process died during the last attempts: a copy that ends the server must not do so for ever.
    if (attempt > maxAttempts) return await endWithout(row);
    try {
      const isWanted = await finish(row, await write(row, signal));
      if (!isWanted) await removeBytes(exportId);
    } catch (error) {
      if (isUnwanted(error)) return await removeBytes(exportId);
      // Retrying does not help: the operator has to free space.
      const failure = isFull(error) ? 'no-room' : null;
      if (failure === null && attempt < maxAttempts) throw error;
      await endWithout(row, failure);
    }
  };

  async function endWithout(row: ExportRow, failure: ExportRow['failure'] = null) {
    await removeDraft(row.export_id);
    await fail(row, failure);
  }

  /** Ends it with a sentence, sent by mail as well: the page may be closed by then. */
  async function fail({ export_id, user_id }: ExportRow, failure: ExportRow['failure']): Promise<void> {
    await database.transaction(async (trx) => {
      const failed = { state: 'failed', size: null, failure } as const;
      const isWanted = await ownDataStore(trx).change(export_id, failed);
      const account = isWanted ? await users.account(user_id, trx) : undefined;
      if (!account) return;
      const why = failure ? sentences[failure] : 'Something went wrong on the server. Try again.';
      await sendMail(trx, {
        to: account.email,
        ...exportFailedMail({ why, link: `${origin()}/settings/data` }),
      });
    });
  }

  const isKnown = async (exportId: string) =>
    inProgress.has(exportId) || (await store.exportById(exportId)) !== undefined;

  async function forget(userId: string): Promise<void> {
    const row = await store.exportOfUser(userId);
    if (!row) return;
    await removeBytes(row.export_id);
    await store.removeExport(row.export_id);
    // It was finished meanwhile.
    await removeBytes(row.export_id);
  }

  return {
    /** Starts a new copy in place of the previous one, for an account whose password was just checked. */
    async begin({ user_id: userId, hashed_password }: CheckedAccount): Promise<DataExport> {
      const size = await exportSize(sources, userId);
      // By then, the previous copy's room is free.
      const freed = (await store.exportOfUser(userId))?.size ?? 0;
      await mustFit(size - freed).catch(refuseWhenFull);
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
        expires_at: at + lifetime,
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
      return asDataExport(row);
    },

    /** How much of a person's quota the copy uses (bytes): it could be used for storage, too. */
    async quotaUsed(userId: string, on: Queries): Promise<number> {
      const row = await ownDataStore(on).exportOfUser(userId);
      return row && row.expires_at > now() ? (row.size ?? 0) : 0;
    },

    /** Deletes a person's copy, finished or not. */
    remove: forget,

    async state(userId: string): Promise<DataExport> {
      return asDataExport(await store.exportOfUser(userId));
    },

    async read(token: string): Promise<StoredBytes> {
      const row = await store.exportByToken(token);
      if (row?.state !== 'ready' || row.expires_at <= now()) return notFound();
      // Not for a suspended account, nor once its owner leaves.
      const account = await users.account(row.user_id);
      if (!account || account.user_standing === 'suspended') return notFound();
      const found = (await zips.find(zip(row.export_id))) ?? notFound();
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
      database.afterCommit(() => void removeBytes(row.export_id).catch(() => {}));
    },

    /** By kind of job. */
    jobHandlers: { [exportJob]: { work, time: 6 * hour, concurrency: 1 } satisfies LongWork },

    /** Copies as a data source: they contain nothing that is not elsewhere. */
    source: { name: 'copies', collect: async () => ({}), forget } satisfies PersonalDataSource,

    /** Removes expired copies, and bytes without a copy. */
    async sweep(): Promise<void> {
      await doEach(await store.expired(now(), 1_000), async (exportId) => {
        await removeBytes(exportId);
        await store.removeExport(exportId);
      });
      for await (const some of zips.all()) {
        for (const { name } of some) {
          const exportId = name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
          if (exportId && !(await isKnown(exportId))) await removeBytes(exportId);
        }
      }
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith(ending + draftSuffix)) continue;
        const exportId = name.slice(0, -(ending + draftSuffix).length);
        // Servers that share a database may share the folder: otherwise the draft was ours and its process has ended.
        const isLeft = database.dialect === 'sqlite' && !inProgress.has(exportId);
        if (isLeft || !(await isKnown(exportId))) await removeDraft(exportId);
      }
    },
  };
}

/** The account as it was when its password was checked. */
type CheckedAccount = Pick<Account, 'user_id' | 'hashed_password'>;

const nothing: DataExport = {
  state: 'none',
  progress: 0,
  failure: null,
  url: null,
  size: null,
  expires_at: null,
};

const sentences = {
  'no-room': 'The server has no storage left for a copy of your data. Try again later.',
};

/** Turns a full disk into a refusal with a sentence. */
function refuseWhenFull(error: unknown): never {
  if (isFull(error)) refuse('no-room', sentences['no-room']);
  throw error;
}

function unwanted(): Error {
  return Object.assign(new Error('This copy is no longer wanted.'), { code: 'unwanted' });
}

const isUnwanted = (error: unknown) => (error as { code?: string }).code === 'unwanted';

function notFound(): never {
  return refuse('not-found', 'This copy of your data does not exist, or has expired.');
}
