import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Range } from '../http/range.ts';
import { type Disk, itself, leaving, mustLeave, reserveOf } from './disk.ts';
import { makeFolder } from './make-folder.ts';

/** Bytes under random names in one folder on the disk; their meaning is stored elsewhere. */
export interface Blobs {
  /**
   * Writes incoming bytes to the disk. If `bytes` throws, so does this, and leaves nothing behind; if the disk is nearly
   * full or becomes so, it throws as if it were full.
   */
  take(bytes: AsyncIterable<Buffer>): Promise<Draft>;
  /** The bytes of an id or of one of its renderings; undefined if there are none. */
  find(id: string, rendering?: string): Promise<Blob | undefined>;
  /** Removes everything under an id. */
  remove(id: string): Promise<void>;
  /** The ids of everything in the folder, in batches: there may be many. */
  all(): AsyncIterable<Found[]>;
  /** Rejects when nothing can be stored. */
  check(): Promise<void>;
}

/** Stored bytes. */
interface Blob {
  size: number;
  /** Their path on this disk. */
  path: string;
  /** Rejects with ENOENT if they were removed meanwhile. */
  open(range?: Range): Promise<Readable>;
}

/** An entry in the folder. */
interface Found {
  id: string;
  /** False for a draft. */
  isStored: boolean;
  /** When it was last written to, in milliseconds since 1970; the current time if it was removed meanwhile. */
  writtenAt(): Promise<number>;
  remove(): Promise<void>;
}

/** Bytes on the disk that are not stored yet: the caller must store or drop them. */
export interface Draft {
  id: string;
  size: number;
  /** Their temporary path. */
  path: string;
  /** A path to which a rendering of them may be written before they are stored. */
  place(rendering: string): string;
  /** Stores them unchanged. */
  keep(): Promise<void>;
  /** Stores these renderings in their place; the one named '' takes their name. */
  keepRendered(renderings: readonly string[]): Promise<void>;
  /** Removes them, stored or not. */
  drop(): Promise<void>;
}

const unfinished = '.part';
const raw = 'raw';
const atOnce = 500;

/** The blobs in the folder; `renderings` are the names of the possible renderings. */
export async function blobs(
  folder: string,
  renderings: readonly string[] = [],
  disk: Disk = itself,
): Promise<Blobs> {
  await makeFolder(folder);
  const nameOf = (id: string, rendering = '') => join(folder, rendering ? `${id}-${rendering}` : id);

  async function remove(id: string) {
    // The bytes themselves last: as long as they exist, a sweep finds the rest.
    for (const rendering of [raw, ...renderings, '']) {
      await rm(nameOf(id, rendering), { force: true });
      await rm(nameOf(id, rendering) + unfinished, { force: true });
    }
  }

  return {
    async take(bytes) {
      const leftFree = await reserveOf(folder, disk);
      await mustLeave(folder, leftFree, disk);
      // 128 random bits: only the name protects the content.
      const id = randomBytes(16).toString('hex');
      const path = nameOf(id, raw) + unfinished;
      const size = await writeDown(path, leaving(bytes, leftFree, folder, disk)).catch(async (error) => {
        await rm(path, { force: true });
        throw error;
      });
      return {
        id,
        size,
        path,
        place: (rendering) => nameOf(id, rendering) + unfinished,
        async keep() {
          await rename(path, nameOf(id));
          await namesLast(folder);
        },
        async keepRendered(stored) {
          for (const rendering of stored)
            await rename(nameOf(id, rendering) + unfinished, nameOf(id, rendering));
          await namesLast(folder);
          await rm(path, { force: true });
        },
        drop: () => remove(id),
      };
    },
    async find(id, rendering) {
      const path = nameOf(id, rendering);
      const found = await stat(path).catch(ifMissing);
      if (!found) return undefined;
      return { size: found.size, path, open: async (range) => streamOf(await open(path), range) };
    },
    remove,
    async *all() {
      let some: Found[] = [];
      for await (const { name } of await opendir(folder)) {
        if (!/^[0-9a-f]{32}(-[a-z]+)?(\.part)?$/.test(name)) continue;
        some.push({
          id: name.slice(0, 32),
          isStored: !name.endsWith(unfinished),
          writtenAt: () => stat(join(folder, name)).then((file) => file.mtimeMs, Date.now),
          remove: () => rm(join(folder, name), { force: true }),
        });
        if (some.length < atOnce) continue;
        yield some;
        some = [];
      }
      yield some;
    },
    async check() {
      await access(folder, constants.W_OK);
    },
  };
}

async function writeDown(path: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
    // An acknowledged file survives a power cut.
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** A new name is only on the disk once the folder is synced: a record must not outlive its file. */
async function namesLast(folder: string): Promise<void> {
  const names = await open(folder);
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

const streamOf = (file: FileHandle, range?: Range) => file.createReadStream(range);

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
