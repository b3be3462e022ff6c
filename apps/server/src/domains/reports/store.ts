import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type ReportRow = Selectable<Tables['reports']>;

/** Reports, on the database or in a transaction. A report's snapshot never changes. */
export function reportStore(db: Queries) {
  return {
    /**
     * When the person's reports in this period were made, newest first, at most this many. Those made while a clock was
     * ahead do not count.
     */
    async madeBy(userId: string, after: number, until: number, most: number): Promise<number[]> {
      const rows = await db
        .selectFrom('reports')
        .select('created_at')
        .where('reporter_id', '=', userId)
        .where('created_at', '>', after)
        .where('created_at', '<=', until)
        .orderBy('created_at', 'desc')
        .limit(most)
        .execute();
      return rows.map((row) => row.created_at);
    },

    async add(row: Insertable<Tables['reports']>): Promise<void> {
      await db.insertInto('reports').values(row).execute();
    },

    report(reportId: string): Promise<ReportRow | undefined> {
      return db.selectFrom('reports').selectAll().where('report_id', '=', reportId).executeTakeFirst();
    },

    /** Newest first. */
    reports({ isClosed, limit }: { isClosed: boolean; limit: number }): Promise<ReportRow[]> {
      return db
        .selectFrom('reports')
        .selectAll()
        .where('closed_at', isClosed ? 'is not' : 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('report_id', 'desc')
        .limit(limit)
        .execute();
    },

    reportsOf(userId: string): Promise<ReportRow[]> {
      return db
        .selectFrom('reports')
        .selectAll()
        .where('reporter_id', '=', userId)
        .orderBy('created_at')
        .execute();
    },

    /** False if it was already closed. */
    async close(reportId: string, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('reports')
        .set({ closed_at: at })
        .where('report_id', '=', reportId)
        .where('closed_at', 'is', null)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Deletes what the person wrote, and the reports about them. */
    async forget(userId: string): Promise<void> {
      await db.deleteFrom('reports').where('reported_id', '=', userId).execute();
      await db
        .updateTable('reports')
        .set({ reporter_id: null, details: null })
        .where('reporter_id', '=', userId)
        .execute();
    },
  };
}
