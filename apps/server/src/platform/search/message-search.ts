import type { Database } from '../database/database.ts';
import type { RowPlace } from './index-entry.ts';
import type { IndexSource } from './index-source.ts';
import { type Indexer, indexer } from './indexer.ts';
import type { MessageIndex } from './message-index.ts';
import { postgresIndex } from './postgres-index.ts';
import { type FeedSearch, type LoadedMessage, queryFor, type Sought, searchFeed } from './searching.ts';
import { sqliteIndex } from './sqlite-index.ts';

export interface MessageSearchDeps {
  database: Database;
  dataDir: string;
  /** Another one after the database was restored from a backup. */
  history: () => Promise<string>;
  sources: readonly IndexSource[];
  /** Prints a sentence into the log. */
  warn: (message: string) => void;
}

/** The search of everything that was written on this server, one feed at a time. */
export function messageSearch({ database, dataDir, history, sources, warn }: MessageSearchDeps) {
  const index: MessageIndex =
    database.dialect === 'postgres' ? postgresIndex(database) : sqliteIndex(dataDir, history);
  const keeping: Indexer = indexer({ database, index, sources, warn });
  let isStopped = false;

  return {
    isIndexing: keeping.isIndexing,

    async inFeed<Message>(
      sought: Sought,
      feed: FeedSearch,
      load: (places: readonly RowPlace[]) => Promise<LoadedMessage<Message>[]>,
    ) {
      await keeping.begin();
      try {
        return await searchFeed(index, sought, feed, load);
      } catch (error) {
        // Someone may have deleted the index, or the disk damaged it.
        keeping.suspect();
        await keeping.begin();
        if (!keeping.isIndexing()) throw error;
        return { found: [], next: null };
      }
    },

    /** The feeds that may have what is sought; null: any of them. */
    async feedsWith(sought: Sought): Promise<ReadonlySet<number> | null> {
      await keeping.begin();
      // What is wrong with the index is found out, and mended, by asking a feed.
      return index.feedsWith(queryFor(sought)).catch(() => null);
    },

    begin: keeping.start,
    sweep: async () => {},
    /** Nothing is left where nothing was read; it ends with the server. */
    async tidy() {
      if (!keeping.hasBegun()) return;
      await index.tidy().catch((error) => {
        if (!isStopped) throw error;
      });
    },
    settle: keeping.settle,
    async stop() {
      isStopped = true;
      await keeping.stop();
      await index.close();
    },
  };
}
export type MessageSearch = ReturnType<typeof messageSearch>;
