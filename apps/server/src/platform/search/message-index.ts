import type { IndexQuery } from '@polylogue/sync/search';
import type { RawBuilder } from 'kysely';
import type { Queries } from '../database/database.ts';
import type { IndexEntry, RowPlace } from './index-entry.ts';

/** Changes of the index that are made together. */
export interface IndexSlice {
  put: readonly IndexEntry[];
  remove: readonly RowPlace[];
  /** The number of this slice: the index is whole when it has the same as the progress in the database. */
  generation: number;
}

/** A question about one feed. */
export interface CandidateQuery extends IndexQuery {
  feed: number;
  /** The table of its messages. */
  table: 'messages' | 'space_messages';
  /** What must be true of a message `m` for the person to find it. */
  visible: RawBuilder<unknown>;
  /** Instants: from then on, and up to then. */
  after: number;
  before: number;
  /** The last candidate of the page before. */
  cursor: RowPlace | undefined;
  limit: number;
}

/** The index of messages: which of them have all of some words. */
export interface MessageIndex {
  /** Whether its slices are made in a transaction of the database. */
  isInDatabase: boolean;
  /** Makes what has to be there before anything is indexed; what fails is tried again, and said, with the first slice. */
  prepare?(): Promise<void>;
  /** The slice that it ends with; null: it is not the index of this database, or it is broken, and must be made again. */
  generation(): Promise<number | null>;
  /** Empties it. */
  reset(): Promise<void>;
  apply(slice: IndexSlice, on: Queries): Promise<void>;
  /** Messages by time, newest first. */
  candidates(query: CandidateQuery): Promise<RowPlace[]>;
  /** The feeds that have all of these words in one message; null: in too many to say. */
  feedsWith(query: IndexQuery): Promise<ReadonlySet<number> | null>;
  /** Removes the last traces of what was removed. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}
