import type { FileId, StoredFile } from '@polylogue/contract';
import type { Blobs } from '../../platform/files/blobs.ts';
import { attachment } from '../../platform/http/disposition.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import { asClaimed, claimedKind, type Kind } from './kind.ts';
import { safeName } from './name.ts';
import type { Leash } from './policy.ts';
import { quota, type Share } from './quota.ts';
import type { FileRecord, FileStore } from './store.ts';

export interface FileDeps {
  blobs: Blobs;
  store: FileStore;
  leash: Leash;
  /** The origin people see. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}

const hour = 60 * 60 * 1000;

export function fileService({ blobs, store, leash, origin, now }: FileDeps) {
  const days = quota(leash, now);
  // Bytes on disk, and bytes on their way there.
  let held = 0;
  let coming = 0;

  async function* metered(bytes: AsyncIterable<Buffer>, share: Share) {
    let size = 0;
    try {
      for await (const chunk of bytes) {
        size += chunk.length;
        coming += chunk.length;
        if (size > leash.fileBytes) tooLarge();
        if (!share.grow(chunk.length)) dayIsUsed();
        if (held + coming > leash.allBytes) noRoom();
        yield chunk;
      }
      if (size === 0) refuse('bad-input', 'This file is empty. Please choose another one.');
    } finally {
      coming -= size;
    }
  }

  function tooLarge(): never {
    const megabytes = leash.fileBytes / 1024 / 1024;
    return refuse('too-large', `This file is larger than ${megabytes} MB. Please choose a smaller one.`);
  }

  async function remember({ id, size }: { id: FileId; size: number }, name: string, { mediaType }: Kind) {
    const record = { id, name, size, mediaType, expiresAt: now() + leash.hoursKept * hour };
    try {
      await store.add(record);
    } catch (error) {
      await blobs.remove(id);
      throw error;
    }
    held += size;
    return record;
  }

  return {
    /** Takes a file in, on the leash of whoever has no account. */
    async keep(incoming: Incoming, address: string): Promise<StoredFile> {
      const name = safeName(incoming.name);
      const kind = claimedKind(name, incoming.declaredType) ?? wrongType(incoming);
      if ((incoming.announced ?? 0) > leash.fileBytes + wrapping) tooLarge();
      const share = days.take(address);
      if ('retryAfter' in share) return dayIsUsed(share.retryAfter);
      try {
        const bytes = asClaimed(metered(incoming.bytes, share), kind, notAsClaimed);
        const stored = await blobs.write(bytes);
        return told(await remember(stored, name, kind));
      } catch (error) {
        share.giveBack();
        if (isFull(error)) noRoom();
        throw error;
      }
    },

    async read(id: FileId): Promise<StoredBytes> {
      const record = await store.find(id);
      if (!record || record.expiresAt <= now()) return gone();
      return {
        size: record.size,
        mediaType: record.mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : record.mediaType,
        etag: `"${id}"`,
        maxAge: Math.floor(Math.min(hour, record.expiresAt - now()) / 1000),
        // A sandboxed page could show none of it, not even a video; images open once we re-encode them.
        disposition: attachment(record.name),
        open: (range) => blobs.read(id, range).catch(ifGone),
      };
    },

    /** Before the first upload: counts what is there from earlier runs, and sweeps. */
    async begin() {
      held = (await store.all()).reduce((sum, record) => sum + record.size, 0);
      await this.sweep();
    },

    /** Removes what has expired, and bytes that no record knows: an upload the process did not live to finish. */
    async sweep() {
      const records = await store.all();
      const expired = records.filter((record) => record.expiresAt <= now());
      const known = new Set(records.map((record) => record.id));
      const orphans = (await blobs.all()).filter(
        (blob) => !known.has(blob.id) && blob.writtenAt < now() - hour,
      );
      for (const { id } of orphans) await blobs.remove(id);
      for (const { id, size } of expired) {
        // The record last: a sweep that is cut off finds it again.
        await blobs.remove(id);
        await store.remove(id);
        held -= size;
      }
      days.forgetPastDays();
    },
  };

  function told({ id, name, size, mediaType, expiresAt }: FileRecord): StoredFile {
    return {
      url: `${origin()}/files/${id}`,
      name,
      size,
      media_type: mediaType,
      created_at: new Date(expiresAt - leash.hoursKept * hour).toISOString(),
      thumbnail_url: null,
      expires_at: new Date(expiresAt).toISOString(),
    };
  }
}

/** Bytes a multipart request holds beside its file: boundaries, headers, a long name. */
const wrapping = 16 * 1024;

const documentSentence = 'Invalid file type. Please upload a PDF or text document.';
const mediaSentence = 'Invalid file type. Please upload an image or video file.';

function wrongType({ declaredType }: Incoming): never {
  const isMedia = /^(image|video)\//i.test(declaredType);
  return refuse('wrong-file-type', isMedia ? mediaSentence : documentSentence);
}

function notAsClaimed(): never {
  return refuse('wrong-file-type', 'Invalid file type. The content of this file is not what its name says.');
}

function dayIsUsed(retryAfter?: number): never {
  return refuse(
    'quota-used',
    'You have uploaded as much as is possible in a day without an account. Please try again tomorrow.',
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  );
}

function noRoom(): never {
  return refuse('no-room', 'The server has no room left for uploads. Please try again later.');
}

function gone(): never {
  return refuse('not-found', 'This file does not exist, or has expired.');
}

function ifGone(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') gone();
  throw error;
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}
