import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../platform/database/database.ts';
import { type Disk, mustKeepFree, realDisk, reserveOf } from '../../platform/files/disk.ts';
import { draftSuffix } from '../../platform/files/folder-store.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { ObjectStore } from '../../platform/files/object-store.ts';
import { writeZip } from '../../platform/zip/zip.ts';
import { exportEntries, exportSize } from './export-entries.ts';
import type { PersonalDataSource } from './personal-data-source.ts';
import { type ExportRow, ownDataStore } from './store.ts';

/** How often to check whether a copy is still wanted, and to record its progress (milliseconds). */
const progressInterval = 1_000;
const ending = '.zip';

export interface ExportZipDeps {
  database: Database;
  /** The sources of a copy. */
  sources: readonly PersonalDataSource[];
  /** Where the zips are stored: the same for all nodes. */
  store: ObjectStore;
  /** Where they are written before. */
  folder: string;
  /** What the disk with the folder reports about itself. */
  disk?: Disk;
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The zips of copies: written here, then stored for all nodes. */
export function exportZips({
  database,
  sources,
  store: zips,
  folder,
  disk = realDisk,
  origin,
  now,
}: ExportZipDeps) {
  const store = ownDataStore(database.db);
  // Copies that this process is making.
  const inProgress = new Map<string, AbortController>();
  const zip = (exportId: string) => `${exportId}${ending}`;
  const draft = (exportId: string) => join(folder, zip(exportId) + draftSuffix);
  const removeDraft = (exportId: string) => rm(draft(exportId), { force: true });

  /** Half as much again as uploads leave free: a copy that fills the disk does not cause uploads to be refused. */
  const leftFree = async () => 1.5 * (await reserveOf(folder, disk));

  /** Throws the error of a full disk unless this many more bytes leave enough for everyone else. */
  async function mustFit(bytes: number): Promise<void> {
    await makeFolder(folder);
    await mustKeepFree(folder, (await leftFree()) + bytes, disk);
  }

  /** Also stops writing it. */
  async function remove(exportId: string) {
    inProgress.get(exportId)?.abort(unwanted());
    await removeDraft(exportId);
    await zips.remove(zip(exportId));
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

  const isKnown = async (exportId: string) =>
    inProgress.has(exportId) || (await store.exportById(exportId)) !== undefined;

  return {
    mustFit,
    write,
    remove,
    removeDraft,
    find: (exportId: string) => zips.find(zip(exportId)),
    /** Stores what was written. */
    keep: (exportId: string) => zips.put([{ name: zip(exportId), path: draft(exportId) }]),

    /** Removes bytes without a copy. */
    async sweep(): Promise<void> {
      for await (const some of zips.all()) {
        for (const { name } of some) {
          const exportId = name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
          if (exportId && !(await isKnown(exportId))) await remove(exportId);
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
export type ExportZips = ReturnType<typeof exportZips>;

/** Why a copy is stopped. */
function unwanted(): Error {
  return Object.assign(new Error('This copy is no longer wanted.'), { code: 'unwanted' });
}

export const isUnwanted = (error: unknown) => (error as { code?: string }).code === 'unwanted';
