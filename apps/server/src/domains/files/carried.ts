import { createHash } from 'node:crypto';
import type { FileId } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { refuseWhenFull } from '../../platform/files/full.ts';
import { attachment } from '../../platform/http/disposition.ts';
import { type Incoming, mustBeAwaited } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import { metered } from './intake.ts';
import type { members } from './members.ts';
import { safeName } from './name.ts';
import { type Carrier, fileStore } from './store.ts';

export interface CarriedDeps {
  database: Database;
  blobs: Blobs;
  members: ReturnType<typeof members>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * Files that messages carry, exactly as sent: not inspected, for their owner only, counted with their other files, and
 * removed with the last message that carries them.
 */
export function carried({ database, blobs, members, now }: CarriedDeps) {
  async function keep(userId: string, incoming: Incoming, carrier: (on: Queries) => Promise<Carrier>) {
    const share = await members.admit(incoming, userId);
    try {
      const hash = createHash('sha256');
      const draft = await blobs.take(hashed(metered(incoming.bytes, share), hash));
      let isNeeded = false;
      try {
        mustBeAwaited(incoming);
        await draft.keep();
        const sha256 = hash.digest('hex');
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
          const files = fileStore(trx);
          const at = await carrier(trx);
          if (await files.carriedAt(at)) return false;
          const known = await files.ofContent(userId, sha256);
          if (!known) await members.addWithin(record, trx);
          await files.carry(at, known ?? record.id);
          return !known;
        });
      } finally {
        if (!isNeeded) await draft.drop();
      }
    } finally {
      share.end();
    }
  }

  return {
    /** Stores a file for a place in a message; does nothing if it is already stored. */
    keep: (userId: string, incoming: Incoming, carrier: (on: Queries) => Promise<Carrier>): Promise<void> =>
      keep(userId, incoming, carrier).catch(refuseWhenFull),

    async read(at: Carrier): Promise<StoredBytes> {
      const record = await fileStore(database.db).carriedAt(at);
      const found = record && (await blobs.find(record.id));
      if (!record || !found) return gone();
      return {
        size: found.size,
        mediaType: record.mediaType,
        etag: `"${record.id}"`,
        // Somebody else may use this browser next.
        maxAge: 0,
        disposition: attachment(record.name),
        open: found.open,
      };
    },

    /** Removes what only these deleted messages carried. The files of people who leave are removed separately. */
    async release(feed: number, messageIds: readonly string[], on: Queries): Promise<void> {
      const files = fileStore(on);
      const released: FileId[] = await files.letGo(feed, messageIds);
      await files.retireUncarried(released, now());
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

function gone(): never {
  return refuse('not-found', 'This file is not in your account.');
}
