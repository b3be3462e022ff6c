import { join } from 'node:path';
import type { AppDeps } from './app-deps.ts';
import { textLimits } from './domains/conversations/policy.ts';
import type { HttpServer } from './http-server.ts';
import { bootDatabase } from './platform/database/boot.ts';
import { historyName } from './platform/database/history.ts';
import { mustHaveRoom, realDisk } from './platform/files/disk.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { refuseWhenFull } from './platform/files/full.ts';
import { scheduleMaintenance } from './platform/files/maintenance.ts';
import { s3Store } from './platform/files/s3-store.ts';
import { workTracker } from './platform/http/work-tracker.ts';
import { renderer } from './platform/images/renderer.ts';
import { jobQueue } from './platform/jobs/queue.ts';
import { ownCounting } from './platform/limits/counting.ts';
import { memoryCounts } from './platform/limits/counts.ts';
import { sendMailVia } from './platform/mail/send-mail.ts';
import { sharedCounting } from './platform/shared-limits/shared-counting.ts';
import { rememberedSecret } from './platform/tokens/secret.ts';

/** What the domains share; it closes with the server. */
export async function openResources({ app }: HttpServer, deps: AppDeps) {
  const { config, origin, now = Date.now } = deps;
  const steady = deps.steady ?? deps.now ?? (() => performance.now());
  const log = (message: string, error: unknown) => app.log.error({ err: error }, message);
  const warn = (message: string) => app.log.warn(message);
  const database = await bootDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log });
  // Hooks run in reverse order: registered first, the database closes last, when nothing else needs it.
  app.addHook('onClose', () => database.close());
  const trackWork = workTracker(app);
  const jobs = jobQueue(database, now);
  const ofAllNodes = config.databaseUrl ? sharedCounting(database.db, now) : undefined;
  if (ofAllNodes) scheduleMaintenance(app, ofAllNodes);
  const folder = (name: string) => join(config.dataDir, name);
  const draw = deps.renderer ?? renderer();
  app.addHook('onClose', () => draw.close());

  return {
    config,
    origin,
    now,
    steady,
    log,
    warn,
    database,
    trackWork,
    jobs,
    sendMail: sendMailVia(jobs, now),
    counting: ofAllNodes ?? ownCounting(steady),
    /** Of this node alone. */
    ownCounts: memoryCounts(steady),
    folder,
    storeOf: (name: string) =>
      config.s3 ? s3Store({ ...config.s3, folder: name, log: warn }) : folderStore(folder(name)),
    renderer: draw,
    texts: deps.textLimits ?? { ...textLimits, bytes: config.textQuota },
    mustHaveRoomForText: () => mustHaveRoom(config.dataDir, realDisk).catch(refuseWhenFull),
    history: rememberedSecret(database.db, historyName, now),
  };
}
export type Resources = Awaited<ReturnType<typeof openResources>>;
