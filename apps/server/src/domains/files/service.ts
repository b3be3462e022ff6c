import type { FileId } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import type { Renderer } from '../../platform/images/renderer.ts';
import { type Counts, memoryCounts } from '../../platform/limits/counts.ts';
import { attachments } from './attachments.ts';
import { downloading } from './download.ts';
import { memberFiles } from './member-files.ts';
import { type MemberDeps, members as memberUploads } from './members.ts';
import { personalData } from './personal-data.ts';
import type { MemberLimits, VisitorLimits } from './policy.ts';
import { usedByVisitors } from './storage-used.ts';
import { type FileStore, fileStore } from './store.ts';
import { sweepFiles } from './sweep.ts';
import { uploading } from './upload.ts';
import { visitors as visitorUploads } from './visitors.ts';

export interface FileDeps {
  database: Database;
  blobs: Blobs;
  store: FileStore;
  renderer: Renderer;
  visitorLimits: VisitorLimits;
  memberLimits: MemberLimits;
  lock: MemberDeps['lock'];
  usedElsewhere?: MemberDeps['usedElsewhere'];
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** What addresses upload; by default in the memory of this process. */
  counts?: Counts;
  warn(message: string): void;
}

/** Files that people upload. */
export function fileService(deps: FileDeps) {
  const visitors = visitorUploads(deps.visitorLimits, deps.counts ?? memoryCounts(deps.now), deps.now);
  const members = memberUploads(deps);
  const sweeper = sweepFiles(deps);
  const shared = { ...deps, visitors, members, sweeper };
  const recountVisitors = async () => visitors.recount(await usedByVisitors(deps.database.db));

  return {
    upload: uploading(shared),
    download: downloading(deps),
    own: memberFiles(shared),

    /** Those of these files that belong to the person. */
    ownAmong: (userId: string, ids: readonly FileId[], on: Queries) => fileStore(on).own(userId, ids),

    /** Files attached to messages. */
    attachments: attachments(shared),

    personalData: personalData(shared),

    // Maintenance.

    /** Before the first upload: counts the files of earlier runs. */
    async begin() {
      await sweeper.leftDrafts();
      await recountVisitors();
    },

    async sweep() {
      await sweeper.expired();
      await recountVisitors();
      await sweeper.oldDrafts();
    },

    /** Removes what expired while no server ran, then compares the records with the files, both ways. */
    async tidy() {
      await sweeper.expired();
      await recountVisitors();
      await sweeper.orphans();
      await sweeper.reportMissing();
    },
  };
}
export type FileService = ReturnType<typeof fileService>;
