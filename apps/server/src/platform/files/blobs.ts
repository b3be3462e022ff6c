import { randomBytes } from 'node:crypto';
import { access, constants, type FileHandle, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Range } from '../http/range.ts';
import { type Disk, itself, leaving, mustLeave, reserveOf } from './disk.ts';
import { makeFolder } from './make-folder.ts';

/** Bytes under random names in one folder of the disk; what they mean is stored elsewhere. */
export interface Blobs {
  /**
   * Takes what comes to the disk. When `bytes` throws, so does this, and nothing is left behind; while the disk is
   * nearly full, or becomes so, it throws as if it were.
   */
  take(bytes: AsyncIterable<Buffer>): Promise<Draft>;
  /** The bytes of an id or of one of its renderings. Undefined when there are none. */
  find(id: string, rendering?: string): Promise<Blob | undefined>;
  /** Removes everything under an id. */
  remove(id: string): Promise<void>;
  /** The ids of everything in the folder, some at a time: the folder may be long. */
  all(): AsyncIterable<Found[]>;
  /** Rejects when nothing can be stored. */
  check(): Promise<void>;
}

/** Stored bytes. */
interface Blob {
  size: number;
  /** Where they are on this disk. */
  path: string;
  /** Rejects with ENOENT when they have gone meanwhile. */
  open(range?: Range): Promise<Readable>;
}

/** Something that lies in the folder. */
interface Found {
  id: string;
  /** False for a draft. */
  isStored: boolean;
  /** When it was last written to, in milliseconds since 1970; now when it has gone meanwhile. */
  writtenAt(): Promise<number>;
  remove(): Promise<void>;
}

/** Bytes on the disk that are not stored yet: to be stored or dropped by the caller. */
export interface Draft {
  id: string;
  size: number;
  /** Where they are for now. */
  path: string;
  /** Where a rendering of them may be written, until they are stored. */
  place(rendering: string): string;
  /** Stores them as they came. */
  keep(): Promise<void>;
  /** Stores these renderings in their stead; the one named '' takes their name. */
  keepRendered(renderings: readonly string[]): Promise<void>;
  /** Removes them, stored or not. */
  drop(): Promise<void>;
}

const unfinished = '.part';
const raw = 'raw';
const atOnce = 500;

/** The folder's blobs; `renderings` are the names of what may lie beside each. */
export async function blobs(
  folder: string,
  renderings: readonly string[] = [],
  disk: Disk = itself,
): Promise<Blobs> {
  await makeFolder(folder);
  const nameOf = (id: string, rendering = '') => join(folder, rendering ? `${id}-${rendering}` : id);

  async function remove(id: string) {
    // The bytes themselves last: while they are there, a sweep finds the rest.
    for (const rendering of [raw, ...renderings, '']) {
      await rm(nameOf(id, rendering), { force: true });
      await rm(nameOf(id, rendering) + unfinished, { force: true });
    }
  }

  return {
    async take(bytes) {
      const leftFree = await reserveOf(folder, disk);
      await mustLeave(folder, leftFree, disk);
      // 128 random bits: the name is all that guards the content.
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
    // A file that was acknowledged survives the power cut.
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** A new name is on the disk only when its folder is: a record must not outlive it. */
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
