import type { Database, Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import { storedMessage } from './rows.ts';
import { conversationStore } from './store.ts';

interface Carrier {
  feed: number;
  messageId: string;
  place: number;
}

export interface MessageFileDeps {
  database: Database;
  /** The files of messages, stored among their owner's files. */
  carried: {
    keep(userId: string, file: Incoming, carrier: (on: Queries) => Promise<Carrier>): Promise<void>;
    read(at: Carrier): Promise<StoredBytes>;
    release(feed: number, messageIds: readonly string[], on: Queries): Promise<void>;
  };
}

/** The contents of the files that messages name. */
export function messageFiles({ database, carried }: MessageFileDeps) {
  /** Refuses in the same words whether the message is missing or somebody else's. */
  async function carrierIn(on: Queries, userId: string, messageId: string, place: number): Promise<Carrier> {
    const known = await feedStore(on).of(userId);
    // Against a simultaneous purge of the message.
    const feed = known && (await feedStore(on).claim(known.feed));
    const [row] = feed ? await conversationStore(on).messages(feed.feed, [messageId]) : [];
    const isNamed = row !== undefined && storedMessage(row).details?.files?.[place] !== undefined;
    return feed && isNamed ? { feed: feed.feed, messageId, place } : missing();
  }

  return {
    async keepFile(
      userId: string,
      messageId: string,
      place: number,
      file: Incoming,
    ): Promise<Record<string, never>> {
      await carried.keep(userId, file, (on) => carrierIn(on, userId, messageId, place));
      return {};
    },

    async file(userId: string, messageId: string, place: number): Promise<StoredBytes> {
      const feed = await feedStore(database.db).of(userId);
      return feed ? carried.read({ feed: feed.feed, messageId, place }) : missing();
    },
  };
}

function missing(): never {
  return refuse('not-found', 'This file is not in your account.');
}
