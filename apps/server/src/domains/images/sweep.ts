import { z } from 'zod';
import { doEach } from '../../platform/batches/do-each.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { removeLeftoverDrafts, removeOldDrafts, removeOrphans } from '../../platform/files/orphans.ts';
import type { CloudflareImages } from '../../platform/images/cloudflare.ts';
import type { JobHandler } from '../../platform/jobs/attempt.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type ImageRow, type ImageStore, imageStore } from './store.ts';

const some = 100;

/** The kind of job that removes a picture from Cloudflare. */
export const removeImageJob = 'remove-image';

const Payload = z.object({ id: z.string() });

/** Removes pictures stored by Cloudflare, and tries again until Cloudflare confirms that they are deleted. */
export const removeImageHandler =
  (cloudflare: Pick<CloudflareImages, 'remove'>): JobHandler =>
  (payload, { signal }) =>
    cloudflare.remove(Payload.parse(payload).id, signal);

/** Removes pictures that no profile uses. After an interruption, the next sweep completes it. */
export function sweepImages({
  database,
  blobs,
  store,
  jobs,
  now,
}: {
  database: Database;
  blobs: Blobs;
  store: ImageStore;
  jobs: JobQueue;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  async function remove({ id, kept_by }: Pick<ImageRow, 'id' | 'kept_by'>): Promise<void> {
    if (kept_by === 'us') {
      // The row last: after an interruption, the next sweep finds it again.
      await blobs.remove(id);
      return await store.remove(id);
    }
    await database.transaction(async (trx) => {
      await imageStore(trx).remove(id);
      await jobs.add(trx, removeImageJob, { id });
    });
  }

  return {
    remove,

    /** Pictures that were not put on a profile in time, and those that were replaced. */
    async pictures() {
      for (;;) {
        const toReview = await store.toReview(now(), some);
        await doEach(toReview, (image) => (image.isInUse ? store.unmark(image) : remove(image)));
        if (toReview.length < some) return;
      }
    },

    leftDrafts: () => removeLeftoverDrafts({ isShared: database.dialect === 'postgres', blobs, now }),
    oldDrafts: () => removeOldDrafts({ blobs, now }),
    orphans: () => removeOrphans({ blobs, known: store.known, now }),
  };
}
