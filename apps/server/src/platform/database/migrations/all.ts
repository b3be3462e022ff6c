import { addRecords } from './0024-records.ts';
import { searchTables } from './0025-search.ts';
import { usage } from './0026-usage.ts';
import type { Migration } from './migration.ts';

/** What has changed since the schema of 0.1 (`../schema`), in the order it runs. */
export const migrations: Migration[] = [addRecords, searchTables, usage];
