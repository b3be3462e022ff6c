import type { AppDeps } from './app-deps.ts';
import { memberLimits, visitorLimits } from './domains/files/policy.ts';
import { fileService } from './domains/files/service.ts';
import { fileStore } from './domains/files/store.ts';
import { pictureRules } from './domains/images/policy.ts';
import { imageService, removeImageHandler, removeImageJob } from './domains/images/service.ts';
import type { Domains } from './domains.ts';
import type { HttpServer } from './http-server.ts';
import { blobs } from './platform/files/blobs.ts';
import { cloudflareImages } from './platform/images/cloudflare.ts';
import type { Resources } from './resources.ts';

/** Files that people upload, and pictures of them. */
export async function fileDomains(
  { app }: HttpServer,
  { config, origin, now, warn, database, jobs, counting, folder, storeOf, renderer }: Resources,
  deps: Pick<AppDeps, 'visitorLimits' | 'memberLimits' | 'cloudflareApi'>,
  domains: Pick<Domains, 'people' | 'own'>,
) {
  const { lock } = domains.people.users;
  const disk = await blobs(folder('files'), ['thumbnail'], { store: storeOf('files') });
  // The check logs a wrong key now rather than at the first upload.
  if (config.s3) app.addHook('onReady', async () => void disk.check().catch(() => {}));
  const uploads = fileService({
    database,
    blobs: disk,
    store: fileStore(database.db),
    renderer,
    visitorLimits: deps.visitorLimits ?? visitorLimits,
    memberLimits: deps.memberLimits ?? memberLimits,
    lock,
    // Copies themselves depend on files.
    usedElsewhere: (...args) => domains.own.dataExports.quotaUsed(...args),
    origin,
    counts: counting.counts,
    now,
    warn,
  });

  const cloudflare = config.cloudflareImages
    ? cloudflareImages({ ...config.cloudflareImages, api: deps.cloudflareApi, log: warn })
    : undefined;
  const pictures = imageService({
    database,
    blobs: await blobs(folder('images'), ['public', 'small'], { store: storeOf('images') }),
    renderer,
    jobs,
    rules: pictureRules,
    cloudflare,
    lock,
    isUnbroken: domains.people.auth.signIns.isUnbroken,
    origin,
    now,
  });
  return {
    uploads,
    pictures,
    /** Whether files can be stored. */
    checkFiles: disk.check,
    pictureJobs: cloudflare && { [removeImageJob]: removeImageHandler(cloudflare) },
  };
}
