import { addRecords } from './0024-records.ts';
import { searchTables } from './0025-search.ts';
import { usage } from './0026-usage.ts';
import { wishes } from './0028-wishes.ts';
import { topicsAndPins } from './0029-topics-and-pins.ts';
import { namedLinks } from './0030-named-links.ts';
import { notificationIndexes } from './0031-notification-indexes.ts';
import type { Migration } from './migration.ts';

/** What has changed since the schema of 0.1 (`../schema`), in the order it runs. */
export const migrations: Migration[] = [
  addRecords,
  searchTables,
  usage,
  wishes,
  topicsAndPins,
  namedLinks,
  notificationIndexes,
];
