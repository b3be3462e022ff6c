import { createHash } from 'node:crypto';
import type { FileId } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { refuseWhenFull } from '../../platform/files/full.ts';
import { dropUnlessRecorded } from '../../platform/files/orphans.ts';
import { attachment } from '../../platform/http/disposition.ts';
import { type Incoming, mustBeConnected } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import { type AttachmentPlace, attachmentStore } from './attachment-store.ts';
import { metered } from './intake.ts';
import type { members } from './members.ts';
import { safeName } from './name.ts';
import { fileStore } from './store.ts';

export interface AttachmentDeps {
  database: Database;
  blobs: Blobs;
  members: ReturnType<typeof members>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Files attached to messages, exactly as sent: not inspected, for their owner only, counted with their other files, and
 * removed with the last message they are attached to.
 */
export function attachments({ database, blobs, members, now }: AttachmentDeps) {
  async function store(
    userId: string,
    incoming: Incoming,
    placeIn: (on: Queries) => Promise<AttachmentPlace>,
  ) {
    const share = await members.admit(incoming, userId);
    try {
      const hash = createHash('sha256');
      const draft = await blobs.take(hashed(metered(incoming.bytes, share), hash));
      let isNeeded = false;
      try {
        mustBeConnected(incoming);
        const sha256 = hash.digest('hex');
        const lost = await lostTwin(userId, sha256);
        await draft.store(lost);
        const record = {
          id: draft.id,
          ownerId: userId,
          name: safeName(incoming.name),
          size: draft.size,
          mediaType: typeOf(incoming),
          isRedrawn: false,
          createdAt: now(),
          expiresAt: null,
          sha256,
        };
        isNeeded = await database.transaction(async (trx) => {
          await members.claim(userId, trx);
          const files = attachmentStore(trx);
          const at = await placeIn(trx);
          if (await files.at(at)) return false;
          const known = await files.withContent(userId, sha256);
          // Its record was removed meanwhile, and the bytes with it.
          if (lost && !known) refuse('busy', 'The server is very busy. Try again in a moment.');
          if (!known) await members.addWithin(record, trx);
          await files.attach(at, known ?? record.id);
          return !known;
        });
      } catch (error) {
        await dropUnlessRecorded(draft, fileStore(database.db).known);
        throw error;
      }
      if (!isNeeded) await draft.drop();
    } finally {
      share.end();
    }
  }

  /** The person's file with this content, if its bytes are missing: a restored backup may lack them. */
  async function lostTwin(userId: string, sha256: string): Promise<FileId | undefined> {
    const known = await attachmentStore(database.db).withContent(userId, sha256);
    return known && !(await blobs.find(known)) ? known : undefined;
  }

  return {
    /** Stores a file for a place in a message; does nothing if it is already stored. */
    store: (
      userId: string,
      incoming: Incoming,
      placeIn: (on: Queries) => Promise<AttachmentPlace>,
    ): Promise<void> => store(userId, incoming, placeIn).catch(refuseWhenFull),

    async read(at: AttachmentPlace): Promise<StoredBytes> {
      const record = await attachmentStore(database.db).at(at);
      const found = record && (await blobs.find(record.id));
      if (!record || !found) return notFound();
      return {
        size: found.size,
        mediaType: record.mediaType,
        etag: `"${record.id}"`,
        // Another person may use this browser next.
        maxAge: 0,
        disposition: attachment(record.name),
        open: found.open,
      };
    },

    /** Removes files attached only to these deleted messages. Deleting an account removes files separately. */
    async release(feed: number, messageIds: readonly string[], on: Queries): Promise<void> {
      const files = attachmentStore(on);
      const released: FileId[] = await files.detach(feed, messageIds);
      await files.retireDetached(released, now());
    },
  };
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The declared type, which is harmless since these files are always downloads. */
const typeOf = ({ declaredType }: Incoming) =>
  /^[a-z]+\/[\w.+-]{1,80}$/.test(declaredType) ? declaredType : 'application/octet-stream';

function notFound(): never {
  return refuse('not-found', 'This file is not in your account.');
}
