import type { Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import type { JobHandler } from '../../platform/jobs/attempt.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { type MessageFileDeps, noFile } from './message-files.ts';
import { type AccountRecord, recordStore } from './record-store.ts';
import { parsedFields } from './rows.ts';

export interface RecordFileDeps extends MessageFileDeps {
  jobs: Pick<JobQueue, 'add'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

const kind = 'file';
const releaseJob = 'release-record-file';
/** How long the content of a deleted file stays, so that deleting can be undone (milliseconds). */
const undoablePeriod = 24 * 60 * 60 * 1000;

const isDeleted = ({ fields }: AccountRecord) => parsedFields(fields).deleted?.[0] === true;
const placeOf = (feed: number, recordId: string) => ({ feed, messageId: recordId, place: 0 });

/** The contents of the files that are records. */
export function recordFiles({ database, attachments, jobs, now }: RecordFileDeps) {
  const recordIn = async (on: Queries, feed: number, record_id: string) =>
    (await recordStore(on).among(feed, [{ kind, record_id }]))[0];

  /** Refuses in the same words whether the record is missing or belongs to another account. */
  async function placeIn(on: Queries, userId: string, recordId: string) {
    const known = await feedStore(on).of(userId);
    // Against its release at the same time.
    const feed = known && (await feedStore(on).claim(known.feed));
    const row = feed && (await recordIn(on, feed.feed, recordId));
    return row && !isDeleted(row) ? placeOf(row.feed, recordId) : noFile();
  }

  const release: JobHandler = async (payload) => {
    const { feed, record_id, seq } = payload as { feed: number; record_id: string; seq: number };
    await database.transaction(async (trx) => {
      if (!(await feedStore(trx).claim(feed))) return;
      const row = await recordIn(trx, feed, record_id);
      // A file restored and deleted again has a release of its own, later.
      if (row?.seq === seq && isDeleted(row)) await attachments.release(feed, [record_id], trx);
    });
  };

  return {
    async keepRecordFile(userId: string, recordId: string, file: Incoming): Promise<Record<string, never>> {
      await attachments.store(userId, file, (on) => placeIn(on, userId, recordId));
      return {};
    },

    async recordFile(userId: string, recordId: string): Promise<StoredBytes> {
      const feed = await feedStore(database.db).of(userId);
      return feed ? attachments.read(placeOf(feed.feed, recordId)) : noFile();
    },

    /** Releases the contents of those among these records that were deleted, in a day. */
    async recordsWritten(rows: readonly AccountRecord[], trx: Queries): Promise<void> {
      for (const { feed, record_id, seq } of rows.filter((row) => row.kind === kind && isDeleted(row))) {
        const due = { dueAt: now() + undoablePeriod, id: `${releaseJob} ${feed} ${record_id} ${seq}` };
        await jobs.add(trx, releaseJob, { feed, record_id, seq }, due);
      }
    },

    jobHandlers: { [releaseJob]: release },
  };
}
