import { doEach } from '../../platform/batches/do-each.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { removeLeftoverDrafts, removeOldDrafts, removeOrphans } from '../../platform/files/orphans.ts';
import type { FileRecord, FileStore } from './store.ts';

const some = 500;

/** Removes files that can no longer be reached. After an interruption, the next sweep completes it. */
export function sweepFiles({
  database,
  blobs,
  store,
  now,
  warn,
}: {
  database: Pick<Database, 'dialect'>;
  blobs: Blobs;
  store: FileStore;
  /** Milliseconds since 1970. */
  now: () => number;
  warn(message: string): void;
}) {
  async function remove(record: FileRecord) {
    // The record last: after an interruption, the next sweep finds it again.
    await blobs.remove(record.id);
    await store.remove(record.id);
  }

  return {
    remove,

    /** Files that have expired, were deleted, or have lost their owner. */
    async expired() {
      for (;;) {
        const removable = await store.removable(now(), some);
        await doEach(removable, remove);
        if (removable.length < some) return;
      }
    },

    leftDrafts: () => removeLeftoverDrafts({ isShared: database.dialect === 'postgres', blobs, now }),
    oldDrafts: () => removeOldDrafts({ blobs, now }),
    orphans: () => removeOrphans({ blobs, known: store.known, now }),

    /** Records without bytes, which should never happen: reports them only, since it may be the wrong disk. */
    async reportMissing() {
      let missing = 0;
      let last = '';
      for (;;) {
        const ids = await store.ids(last, now(), some);
        for (const id of ids) if (!(await blobs.find(id))) missing += 1;
        last = ids.at(-1) ?? '';
        if (ids.length < some) break;
      }
      if (missing > 0)
        warn(`${missing} uploads have a record but no content: is DATA_DIR or S3_BUCKET the right one?`);
    },
  };
}
export type FileSweeper = ReturnType<typeof sweepFiles>;
