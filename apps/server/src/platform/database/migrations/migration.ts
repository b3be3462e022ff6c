import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** One step of the schema. Once released it is never edited: a mistake is mended by the next one. */
export interface Migration {
  /** Its place in the order, and its subject: `0002-…`. */
  name: string;
  /** Runs in a transaction on both databases, once. */
  up(trx: Kysely<unknown>, types: ColumnTypes, dialect: Dialect): Promise<unknown>;
}

export interface ColumnTypes {
  /** Compared by its bytes. */
  text: RawBuilder<unknown>;
  /** Milliseconds since 1970. */
  instant: 'bigint';
  bytes: 'bigint';
  flag: 'boolean';
  whole: 'integer';
}

/** The types of columns on one database. */
export function columnTypes(dialect: Dialect): ColumnTypes {
  return {
    // PostgreSQL would sort by the language of its cluster, and could not use the index for a prefix.
    text: dialect === 'postgres' ? sql`text collate "C"` : sql`text`,
    // SQLite takes an INT or BOOL in the name for what it is, and tells the name back with each result.
    instant: 'bigint',
    bytes: 'bigint',
    flag: 'boolean',
    whole: 'integer',
  };
}
