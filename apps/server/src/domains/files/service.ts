import type { FileId, OwnFiles, StoredFile } from '@polylogue/contract';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Blobs } from '../../platform/files/blobs.ts';
import { refuseWhenFull } from '../../platform/files/full.ts';
import { attachment, inline } from '../../platform/http/disposition.ts';
import type { Incoming } from '../../platform/http/one-file.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { StoredBytes } from '../../platform/http/send-bytes.ts';
import type { Renderer } from '../../platform/images/renderer.ts';
import { type Counts, memoryCounts } from '../../platform/limits/counts.ts';
import { attachments } from './attachments.ts';
import { intake, type ReceivedFile, thumbnail } from './intake.ts';
import { type MemberDeps, members } from './members.ts';
import type { MemberLimits, VisitorLimits } from './policy.ts';
import { type FileCursor, type FileRecord, type FileStore, fileStore } from './store.ts';
import { sweepFiles } from './sweep.ts';
import { visitors } from './visitors.ts';

export interface FileDeps {
  database: Database;
  blobs: Blobs;
  store: FileStore;
  renderer: Renderer;
  visitorLimits: VisitorLimits;
  memberLimits: MemberLimits;
  lock: MemberDeps['lock'];
  usedElsewhere?: MemberDeps['usedElsewhere'];
  /** The public origin. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** What addresses upload; by default in the memory of this process. */
  counts?: Counts;
  warn(message: string): void;
}

const hour = 60 * 60 * 1000;
/** How many files a page of the list has. */
const pageLength = 50;

export function fileService(deps: FileDeps) {
  const { blobs, store, memberLimits, origin, now } = deps;
  const visitorUploads = visitors(deps.visitorLimits, deps.counts ?? memoryCounts(now), now);
  const memberUploads = members(deps);
  const { take, store: storeArrival } = intake(deps);
  const sweeper = sweepFiles(deps);
  const recountVisitors = async () => visitorUploads.recount(await store.usedByVisitors());

  async function storeForVisitor(incoming: Incoming, address: string): Promise<FileRecord> {
    const share = await visitorUploads.admit(incoming, address);
    let isStored = false;
    try {
      const arrival = await take(incoming, share);
      const record = { ...recordOf(arrival), ownerId: null, expiresAt: visitorUploads.expiresAt() };
      await storeArrival(arrival, () => store.add(record));
      visitorUploads.stored(record);
      isStored = true;
      return record;
    } finally {
      await share.end(isStored);
    }
  }

  async function storeForMember(userId: string, incoming: Incoming): Promise<FileRecord> {
    const share = await memberUploads.admit(incoming, userId);
    try {
      const arrival = await take(incoming, share);
      const record = { ...recordOf(arrival), ownerId: userId, expiresAt: null };
      await storeArrival(arrival, () => memberUploads.addRecord(record));
      return record;
    } finally {
      share.end();
    }
  }

  const recordOf = ({ draft, name, mediaType, size, isRedrawn }: ReceivedFile) => ({
    id: draft.id,
    name,
    mediaType,
    size,
    isRedrawn,
    createdAt: now(),
    sha256: null,
  });

  async function requireFile(id: FileId): Promise<FileRecord> {
    const record = await store.find(id);
    if (!record || record.sha256 !== null) return notFound();
    return record.expiresAt !== null && record.expiresAt <= now() ? notFound() : record;
  }

  async function bytesOf(
    record: FileRecord,
    rendering?: string,
  ): Promise<Pick<StoredBytes, 'size' | 'open' | 'maxAge'>> {
    const { size, open } = (await blobs.find(record.id, rendering)) ?? notFound();
    const left = record.expiresAt === null ? hour : record.expiresAt - now();
    return {
      size,
      maxAge: Math.floor(Math.min(hour, left) / 1000),
      open: (range) => open(range).catch(refuseIfMissing),
    };
  }

  return {
    /** Receives a file: for the signed-in account, or else within the limits of the address. */
    async upload(
      incoming: Incoming,
      { address, userId }: { address: string; userId?: string | undefined },
    ): Promise<StoredFile> {
      const keeping = userId ? storeForMember(userId, incoming) : storeForVisitor(incoming, address);
      return storedFile(await keeping.catch(refuseWhenFull));
    },

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

    /** A person's files, newest first; `after` is where the previous page ended. */
    async own(userId: string, after?: string): Promise<OwnFiles> {
      const files = await store.page(
        userId,
        after === undefined ? undefined : cursorFrom(after),
        pageLength + 1,
        'not attached',
      );
      const page = files.slice(0, pageLength);
      const last = files.length > pageLength ? page.at(-1) : undefined;
      const { bytes: used, files: usedFiles, elsewhere: copy, attached } = await memberUploads.used(userId);
      return {
        files: page.map((record) => ({ ...storedFile(record), file_id: record.id })),
        next: last ? `${last.createdAt}-${last.id}` : null,
        used,
        copy,
        in_conversations: attached,
        quota: memberLimits.allBytes,
        used_files: usedFiles,
        quota_files: memberLimits.files,
      };
    },

    /** Those of these files that belong to the person. */
    ownAmong: (userId: string, ids: readonly FileId[], on: Queries) => fileStore(on).own(userId, ids),

    /** Deletes a person's file; for other people's files the answer is the same as for missing ones. */
    async remove(userId: string, id: string): Promise<void> {
      if (!(await store.retire(id, userId, now()))) notFound();
      const record = await store.find(id);
      if (record) await sweeper.remove(record);
    },

    /** Files attached to messages. */
    attachments: attachments({ ...deps, members: memberUploads }),

    /** Included in the copy of a person's data, and deleted with their account. */
    personalData: {
      name: 'files',

      /** The records about a person's files. */
      async collect(userId: string): Promise<Record<string, unknown>> {
        const files: object[] = [];
        for await (const record of everyFileOf(userId, 'not attached')) {
          files.push({ ...storedFile(record), file_id: record.id });
        }
        return { files };
      },

      /** The bytes of a person's files. */
      async *files(userId: string) {
        for await (const { id, name, sha256 } of everyFileOf(userId)) {
          const found = await blobs.find(id);
          const folder = sha256 === null ? 'files' : 'conversations/files';
          if (found) yield { name: `${folder}/${name}`, ...found };
        }
      },

      /** Removes all of a person's files; after an interruption, call it again. */
      async forget(userId: string): Promise<void> {
        for (;;) {
          const records = await store.ofOwner(userId, pageLength);
          for (const record of records) await sweeper.remove(record);
          if (records.length < pageLength) return;
        }
      },

      holds: async (userId: string, on: Queries): Promise<boolean> =>
        (await fileStore(on).ofOwner(userId, 1)).length > 0,
    },

    // Maintenance.

    /** Before the first upload: counts the files of earlier runs. */
    async begin() {
      await sweeper.leftDrafts();
      await recountVisitors();
    },

    async sweep() {
      await sweeper.expired();
      await recountVisitors();
      await sweeper.oldDrafts();
    },

    /** Removes what expired while no server ran, then compares the records with the files, both ways. */
    async tidy() {
      await sweeper.expired();
      await recountVisitors();
      await sweeper.orphans();
      await sweeper.reportMissing();
    },
  };

  async function* everyFileOf(userId: string, which?: 'not attached'): AsyncGenerator<FileRecord> {
    let page: FileRecord[] = [];
    do {
      page = await store.page(userId, page.at(-1), pageLength, which);
      yield* page;
    } while (page.length === pageLength);
  }

  function storedFile({
    id,
    name,
    size,
    mediaType,
    isRedrawn,
    createdAt,
    expiresAt,
  }: FileRecord): StoredFile {
    const url = `${origin()}/files/${id}`;
    return {
      url,
      name,
      size,
      media_type: mediaType,
      created_at: new Date(createdAt).toISOString(),
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      thumbnail_url: isRedrawn ? `${url}/thumbnail` : null,
    };
  }
}
export type FileService = ReturnType<typeof fileService>;

function cursorFrom(after: string): FileCursor {
  const [, createdAt, id] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(after) ?? [];
  if (!createdAt || !id) return refuse('bad-input', 'This is not a position in the list of your files.');
  return { createdAt: Number(createdAt), id };
}

function notFound(): never {
  return refuse('not-found', 'This file does not exist, or has expired.');
}

function refuseIfMissing(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') notFound();
  throw error;
}
