import type { FileId } from '@polylogue/contract';
import type { Blobs } from '../../platform/files/blobs.ts';
import { attachment, inline } from '../../platform/http/disposition.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import { thumbnail } from './intake.ts';
import type { FileRecord, FileStore } from './store.ts';
import { noSuchFile } from './stored-file.ts';

const hour = 60 * 60 * 1000;

/** The bytes of files, for anyone who knows their address. */
export function downloading({
  blobs,
  store,
  now,
}: {
  blobs: Blobs;
  store: FileStore;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  async function requireFile(id: FileId): Promise<FileRecord> {
    const record = await store.find(id);
    if (!record || record.sha256 !== null) return noSuchFile();
    return record.expiresAt !== null && record.expiresAt <= now() ? noSuchFile() : record;
  }

  async function bytesOf(
    record: FileRecord,
    rendering?: string,
  ): Promise<Pick<StoredBytes, 'size' | 'open' | 'maxAge'>> {
    const { size, open } = (await blobs.find(record.id, rendering)) ?? noSuchFile();
    const left = record.expiresAt === null ? hour : record.expiresAt - now();
    return {
      size,
      maxAge: Math.floor(Math.min(hour, left) / 1000),
      open: (range) => open(range).catch(refuseIfMissing),
    };
  }

  return {
    async read(id: FileId): Promise<StoredBytes> {
      const record = await requireFile(id);
      return {
        ...(await bytesOf(record)),
        mediaType: record.mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : record.mediaType,
        etag: `"${id}"`,
        // In a sandboxed page nothing else could be shown, not even a video.
        disposition: record.isRedrawn ? inline(record.name) : attachment(record.name),
      };
    },

    async readThumbnail(id: FileId): Promise<StoredBytes> {
      const record = await requireFile(id);
      return {
        ...(await bytesOf(record, thumbnail)),
        mediaType: 'image/webp',
        etag: `"${id}-${thumbnail}"`,
        disposition: 'inline',
      };
    },
  };
}

function refuseIfMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') noSuchFile();
  throw error;
}
