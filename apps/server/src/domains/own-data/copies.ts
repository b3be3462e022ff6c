import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/id.ts';
import { type Disk, isFull, itself, mustLeave, reserveOf } from '../../platform/files/disk.ts';
import { unfinished } from '../../platform/files/folder-store.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { attachment } from '../../platform/http/disposition.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { JobHandler, LongWork } from '../../platform/jobs/runner.ts';
import type { Post } from '../../platform/mail/post.ts';
import { newSecret } from '../../platform/tokens/hash.ts';
import { writeZip } from '../../platform/zip/zip.ts';
import { changedMeanwhile } from '../auth/service.ts';
import type { Account, UserService } from '../users/service.ts';
import { gathered, weight } from './gathering.ts';
import { copyFailedMail, copyReadyMail } from './mails.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { type CopyRow, ownDataStore } from './store.ts';

export interface CopyDeps {
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
  post: Post;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const hour = 60 * 60 * 1000;
/** How long a copy can be downloaded (milliseconds). */
const lifetime = 24 * hour;
/** How often to check whether a copy is still wanted, and to record its progress (milliseconds). */
const writtenEvery = 1_000;
const maxAttempts = 5;
const copyJob = 'copy';
const ending = '.zip';

/** Copies of all the data stored about a person: at most one each. */
export function copies({
  database,
  users,
  sources,
  store: zips,
  folder,
  disk = itself,
  jobs,
  post,
  origin,
  now,
}: CopyDeps) {
  const store = ownDataStore(database.db);
  // Copies that this process is making.
  const making = new Map<string, AbortController>();
  const zip = (exportId: string) => `${exportId}${ending}`;
  const draft = (exportId: string) => join(folder, zip(exportId) + unfinished);

  async function removeBytes(exportId: string) {
    making.get(exportId)?.abort(unwanted());
    await removeDraft(exportId);
    await zips.remove(zip(exportId));
  }

  function exportOf(row: CopyRow | undefined): DataExport {
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

  /** Throws the error of a full disk unless this many more bytes leave enough for everybody else. */
  async function mustFit(bytes: number): Promise<void> {
    await makeFolder(folder);
    await mustLeave(folder, (await leftFree()) + bytes, disk);
  }

  /** Writes the zip; returns its size (bytes). */
  async function write({ export_id, user_id }: CopyRow, signal: AbortSignal): Promise<number> {
    const total = await weight(sources, user_id);
    let bytes = 0;
    const stop = new AbortController();
    const teller = setInterval(async () => {
      const progress = Math.min(0.99, bytes / total);
      // A failed update is repeated the next time.
      const isWanted = await store.change(export_id, { progress }).catch(() => true);
      if (!isWanted) stop.abort(unwanted());
    }, writtenEvery).unref();
    making.set(export_id, stop);
    try {
      // Left by an interrupted attempt.
      await removeDraft(export_id);
      await mustFit(total);
      return await writeZip({
        path: draft(export_id),
        leftFree: await leftFree(),
        entries: gathered({ sources, userId: user_id, origin: origin(), at: new Date(now()) }),
        signal: AbortSignal.any([signal, stop.signal]),
        onProgress: (written) => {
          bytes = written;
        },
      });
    } finally {
      making.delete(export_id);
      clearInterval(teller);
    }
  }

  const removeDraft = (exportId: string) => rm(draft(exportId), { force: true });

  async function finish({ export_id, user_id }: CopyRow, size: number): Promise<boolean> {
    await zips.put([{ name: zip(export_id), path: draft(export_id) }]);
    return await database.transaction(async (trx) => {
      const ready = { state: 'ready', progress: 1, size, expires_at: now() + lifetime } as const;
      const isWanted = await ownDataStore(trx).change(export_id, ready);
      const account = isWanted ? await users.account(user_id, trx) : undefined;
      if (!account) return false;
      await post(trx, {
        to: account.email,
        ...copyReadyMail({ link: `${origin()}/settings/data`, lifetime }),
      });
      return true;
    });
  }

  const work: JobHandler = async (payload, { attempt, signal }) => {
    const { exportId } = payload as { exportId: string };
    const row = await store.copy(exportId);
    if (row?.state !== 'working') return;
    try {
      const isWanted = await finish(row, await write(row, signal));
      if (!isWanted) await removeBytes(exportId);
    } catch (error) {
      if (isUnwanted(error)) return await removeBytes(exportId);
      // Trying again does not help: somebody has to make room.
      const failure = isFull(error) ? 'no-room' : null;
      if (failure === null && attempt < maxAttempts) throw error;
      await removeDraft(exportId);
      await fail(row, failure);
    }
  };

  /** Ends it with a sentence, sent by mail as well: nobody keeps a page open until then. */
  async function fail({ export_id, user_id }: CopyRow, failure: CopyRow['failure']): Promise<void> {
    await database.transaction(async (trx) => {
      const failed = { state: 'failed', size: null, failure } as const;
      const isWanted = await ownDataStore(trx).change(export_id, failed);
      const account = isWanted ? await users.account(user_id, trx) : undefined;
      if (!account) return;
      const why = failure ? sentences[failure] : 'Something went wrong on the server. Please try again.';
      await post(trx, {
        to: account.email,
        ...copyFailedMail({ why, link: `${origin()}/settings/data` }),
      });
    });
  }

  const isKnown = async (exportId: string) =>
    making.has(exportId) || (await store.copy(exportId)) !== undefined;

  async function forget(userId: string): Promise<void> {
    const row = await store.copyOf(userId);
    if (!row) return;
    await removeBytes(row.export_id);
    await store.removeCopy(row.export_id);
    // It was finished meanwhile.
    await removeBytes(row.export_id);
  }

  return {
    /** Starts a new copy in place of the previous one, for a person who has proved the password. */
    async begin({ user_id: userId, hashed_password }: Proved): Promise<DataExport> {
      const size = await weight(sources, userId);
      // By then, the previous copy's room is free.
      const freed = (await store.copyOf(userId))?.size ?? 0;
      await mustFit(size - freed).catch(refuseWhenFull);
      await forget(userId);
      const exportId = newId();
      const at = now();
      const row: CopyRow = {
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
        const other = await onIt.copyOf(userId);
        // After two simultaneous requests, the later one counts.
        if (other) await onIt.removeCopy(other.export_id);
        await onIt.addCopy(row);
        await jobs.add(trx, copyJob, { exportId }, { id: exportId });
      });
      return exportOf(row);
    },

    /** How much of a person's quota the copy uses (bytes): it could be used for storage, too. */
    async held(userId: string, on: Queries): Promise<number> {
      const row = await ownDataStore(on).copyOf(userId);
      return row && row.expires_at > now() ? (row.size ?? 0) : 0;
    },

    /** Deletes a person's copy, finished or not. */
    remove: forget,

    async state(userId: string): Promise<DataExport> {
      return exportOf(await store.copyOf(userId));
    },

    async read(token: string): Promise<StoredBytes> {
      const row = await store.copyAt(token);
      if (row?.state !== 'ready' || row.expires_at <= now()) return gone();
      // Not for a suspended account, nor once its owner leaves.
      const account = await users.account(row.user_id);
      if (!account || account.user_standing === 'suspended') return gone();
      const found = (await zips.find(zip(row.export_id))) ?? gone();
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
      const row = await ownDataStore(on).copyOf(userId);
      if (!row) return;
      await ownDataStore(on).removeCopy(row.export_id);
      // The next sweep removes any bytes left behind.
      database.afterCommit(() => void removeBytes(row.export_id).catch(() => {}));
    },

    /** By kind of job. */
    jobHandlers: { [copyJob]: { work, time: 6 * hour, atOnce: 1 } satisfies LongWork },

    /** Copies as a data source: they contain nothing that is not elsewhere. */
    source: { name: 'copies', collect: async () => ({}), forget } satisfies PersonalDataSource,

    /** Removes expired copies, and bytes without a copy. */
    async sweep(): Promise<void> {
      for (const exportId of await store.expired(now(), 1_000)) {
        await removeBytes(exportId);
        await store.removeCopy(exportId);
      }
      for await (const some of zips.all()) {
        for (const { name } of some) {
          const exportId = name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
          if (exportId && !(await isKnown(exportId))) await removeBytes(exportId);
        }
      }
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith(ending + unfinished)) continue;
        const exportId = name.slice(0, -(ending + unfinished).length);
        // Servers that share a database may share the folder: otherwise the draft was ours and its process is gone.
        const isLeft = database.dialect === 'sqlite' && !making.has(exportId);
        if (isLeft || !(await isKnown(exportId))) await removeDraft(exportId);
      }
    },
  };
}

/** The account as it was when the person proved the password. */
type Proved = Pick<Account, 'user_id' | 'hashed_password'>;

const nothing: DataExport = {
  state: 'none',
  progress: 0,
  failure: null,
  url: null,
  size: null,
  expires_at: null,
};

const sentences = {
  'no-room': 'The server has no room left for a copy of your data. Please try again later.',
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

function gone(): never {
  return refuse('not-found', 'This copy of your data does not exist, or has expired.');
}
