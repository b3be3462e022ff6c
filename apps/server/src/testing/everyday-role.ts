import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Place } from './databases.ts';
import { afterwards } from './lifetime.ts';

/** The place as a role of PostgreSQL sees it that may use the tables of `owner`, and neither make nor change any. */
export async function asEverydayRole(place: Place, { db }: Database): Promise<Place> {
  const role = `everyday_${process.pid}_${process.hrtime.bigint()}`;
  await sql`create role ${sql.id(role)} login`.execute(db);
  afterwards(async () => {
    await sql`drop owned by ${sql.id(role)}`.execute(db);
    await sql`drop role ${sql.id(role)}`.execute(db);
  });
  await sql`grant select, insert, update, delete on all tables in schema public to ${sql.id(role)}`.execute(
    db,
  );
  return { ...place, url: Object.assign(new URL(place.url ?? ''), { username: role }).href };
}
