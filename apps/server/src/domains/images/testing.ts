import { join } from 'node:path';
import { blobs } from '../../platform/files/blobs.ts';
import { jobQueue } from '../../platform/jobs/queue.ts';
import type { People } from '../../testing/people.ts';
import { pictureRules } from './policy.ts';
import { imageService } from './service.ts';

const noRenderer = () => Promise.reject(new Error('A sweep draws nothing.'));

/** Runs the server's ten-minute sweep of pictures now, through another server on the same data. */
export async function sweepPictures({ database: open, place, now, url }: People): Promise<void> {
  const database = await open();
  const service = imageService({
    database,
    blobs: await blobs(join(place.dataDir, 'images'), ['public', 'small']),
    jobs: jobQueue(database, now),
    renderer: { render: noRenderer, close: async () => {} },
    rules: pictureRules,
    cloudflare: undefined,
    lock: async () => true,
    isUnbroken: async () => true,
    origin: () => url,
    now,
  });
  await service.sweep();
}
