import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type ExportRow = Selectable<Tables['exports']>;
type Departure = Selectable<Tables['departures']>;

/** Copies of people's data and departures, on the database or in a transaction. */
export function ownDataStore(db: Queries) {
  return {
    async addExport(row: Insertable<Tables['exports']>): Promise<void> {
      await db.insertInto('exports').values(row).execute();
    },

    exportById(exportId: string): Promise<ExportRow | undefined> {
      return db.selectFrom('exports').selectAll().where('export_id', '=', exportId).executeTakeFirst();
    },

    exportOfUser(userId: string): Promise<ExportRow | undefined> {
      return db.selectFrom('exports').selectAll().where('user_id', '=', userId).executeTakeFirst();
    },

    exportByToken(token: string): Promise<ExportRow | undefined> {
      return db.selectFrom('exports').selectAll().where('token', '=', token).executeTakeFirst();
    },

    /** False if the copy is no longer wanted. */
    async change(
      exportId: string,
      change: Partial<Omit<ExportRow, 'export_id' | 'user_id'>>,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('exports')
        .set(change)
        .where('export_id', '=', exportId)
        .where('state', '=', 'working')
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async removeExport(exportId: string): Promise<void> {
      await db.deleteFrom('exports').where('export_id', '=', exportId).execute();
    },

    async expired(now: number, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('exports')
        .select('export_id')
        .where('expires_at', '<=', now)
        .limit(limit)
        .execute();
      return rows.map((row) => row.export_id);
    },

    async addDeparture(departure: Departure): Promise<void> {
      await db.insertInto('departures').values(departure).execute();
    },

    departure(userId: string): Promise<Departure | undefined> {
      return db.selectFrom('departures').selectAll().where('user_id', '=', userId).executeTakeFirst();
    },

    departures(limit: number): Promise<Departure[]> {
      return db.selectFrom('departures').selectAll().orderBy('left_at').limit(limit).execute();
    },

    /** Whether a job about this is still waiting. */
    async hasWaitingJob(about: string): Promise<boolean> {
      const job = await db.selectFrom('jobs').select('job_id').where('about', '=', about).executeTakeFirst();
      return job !== undefined;
    },
  };
}
