import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** A change of the schema since 0.1. Never edited once released: the next one fixes a mistake. */
export interface Migration {
  /** Its number and its subject: `0024-…`. */
  name: string;
  /** Runs in a transaction on both databases, once. */
  up(trx: Kysely<unknown>, types: ColumnTypes, dialect: Dialect): Promise<unknown>;
}

export interface ColumnTypes {
  /** Compared by bytes. */
  text: RawBuilder<unknown>;
  /** Milliseconds since 1970. */
  instant: 'bigint';
  bytes: 'bigint';
  flag: 'boolean';
  whole: 'integer';
}

/** The column types of a database. */
export function columnTypes(dialect: Dialect): ColumnTypes {
  return {
    // PostgreSQL would sort by the locale of its cluster, and could not use the index for a prefix.
    text: dialect === 'postgres' ? sql`text collate "C"` : sql`text`,
    // SQLite derives the affinity from an INT or BOOL in the name, and reports the name with each result.
    instant: 'bigint',
    bytes: 'bigint',
    flag: 'boolean',
    whole: 'integer',
  };
}
