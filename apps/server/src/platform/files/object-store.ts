import type { Readable } from 'node:stream';
import type { ByteRange } from '../http/range.ts';

/** Finished files under their names: a folder, or a bucket that all nodes share. It never holds half a file. */
export interface ObjectStore {
  /** Moves local files into the store, in this order; once it resolves, they survive a power cut. */
  put(files: readonly { name: string; path: string }[]): Promise<void>;
  find(name: string): Promise<StoredObject | undefined>;
  /** A missing one counts as removed. */
  remove(name: string): Promise<void>;
  /** All of them, in batches: there may be many. */
  all(): AsyncIterable<ListedObject[]>;
  /** Refuses with `not-ready` when nothing can be stored. */
  check(): Promise<void>;
}

export interface StoredObject {
  size: number;
  /** Rejects with ENOENT if it was removed meanwhile. */
  open(range?: ByteRange): Promise<Readable>;
}

export interface ListedObject {
  name: string;
  /** When it was last written to, in milliseconds since 1970; the current time if it was removed meanwhile. */
  writtenAt(): Promise<number>;
}

/** How many names are in a batch. */
export const batchSize = 500;
