import type { Database, Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import { conversationMessageStore } from './message-store.ts';
import { storedDetails } from './rows.ts';

interface AttachmentPlace {
  feed: number;
  messageId: string;
  place: number;
}

export interface MessageFileDeps {
  database: Database;
  /** The files of messages, stored among their owner's files. */
  attachments: {
    store(userId: string, file: Incoming, placeIn: (on: Queries) => Promise<AttachmentPlace>): Promise<void>;
    read(at: AttachmentPlace): Promise<StoredBytes>;
    release(feed: number, messageIds: readonly string[], on: Queries): Promise<void>;
  };
}

/** The contents of the files that messages name. */
export function messageFiles({ database, attachments }: MessageFileDeps) {
  /** Refuses in the same words whether the message is missing or belongs to another account. */
  async function placeIn(
    on: Queries,
    userId: string,
    messageId: string,
    place: number,
  ): Promise<AttachmentPlace> {
    const known = await feedStore(on).of(userId);
    // Against a simultaneous purge of the message.
    const feed = known && (await feedStore(on).claim(known.feed));
    const [row] = feed ? await conversationMessageStore(on).states(feed.feed, [messageId]) : [];
    const isNamed = row !== undefined && storedDetails(row)?.files?.[place] !== undefined;
    return feed && isNamed ? { feed: feed.feed, messageId, place } : noFile();
  }

  return {
    async keepFile(
      userId: string,
      messageId: string,
      place: number,
      file: Incoming,
    ): Promise<Record<string, never>> {
      await attachments.store(userId, file, (on) => placeIn(on, userId, messageId, place));
      return {};
    },

    async file(userId: string, messageId: string, place: number): Promise<StoredBytes> {
      const feed = await feedStore(database.db).of(userId);
      return feed ? attachments.read({ feed: feed.feed, messageId, place }) : noFile();
    },
  };
}

export function noFile(): never {
  return refuse('not-found', 'This file is not in your account.');
}
