import type { ReportReason } from '@polylogue/contract';
import type { Database } from '../../platform/database/database.ts';
import { readJson } from '../../platform/database/json.ts';
import { contacts } from '../users/service.ts';
import { Snapshot } from './snapshot.ts';
import { type ReportRow, reportStore } from './store.ts';

/** A report as shown to the operator. */
export interface Report {
  reportId: string;
  /** Undefined: the account was deleted. */
  reporter: { userId: string; username: string } | undefined;
  /** With their current name. */
  reported: { userId: string; username: string };
  reason: ReportReason;
  details: string | null;
  snapshot: Snapshot;
  createdAt: number;
  closedAt: number | null;
}

export interface ReportReviewDeps {
  database: Database;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Reports for the operator, and no one else. */
export function reportReview({ database, now }: ReportReviewDeps) {
  const store = reportStore(database.db);

  async function withNames(rows: ReportRow[]): Promise<Report[]> {
    const ids = new Set(rows.flatMap((row) => [row.reporter_id ?? row.reported_id, row.reported_id]));
    const people = await contacts(database).contacts([...ids], database.db);
    const identityOf = (userId: string) => ({ userId, username: people.get(userId)?.username ?? userId });
    return rows.map((row) => ({
      reportId: row.report_id,
      reporter: row.reporter_id === null ? undefined : identityOf(row.reporter_id),
      reported: identityOf(row.reported_id),
      reason: row.reason,
      details: row.details,
      snapshot: readJson(Snapshot, row.snapshot),
      createdAt: row.created_at,
      closedAt: row.closed_at,
    }));
  }

  return {
    /** Newest first, at most this many. */
    list: async (which: { isClosed: boolean; limit: number }) => withNames(await store.reports(which)),

    async find(reportId: string): Promise<Report | undefined> {
      const row = await store.report(reportId);
      return row && (await withNames([row]))[0];
    },

    /** False if there is no open report with this id. */
    close: (reportId: string) => store.close(reportId, now()),
  };
}
export type ReportReview = ReturnType<typeof reportReview>;
