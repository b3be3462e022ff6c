import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Disk, keepingFree, mustKeepFree, realDisk, reserveOf } from './disk.ts';
import { draftSuffix, folderStore, listFolder, mustBeWritable } from './folder-store.ts';
import { makeFolder } from './make-folder.ts';
import type { ListedObject, ObjectStore, StoredObject } from './object-store.ts';

/** Bytes under random names, described by rows elsewhere. They are written to the disk, then moved into a store. */
export interface Blobs {
  /**
   * Writes incoming bytes to the disk. If `bytes` throws, so does this, and leaves nothing behind; if the disk is nearly
   * full or becomes so, it throws as if it were full.
   */
  take(bytes: AsyncIterable<Buffer>): Promise<DraftBlob>;
  /** The bytes of an id or of one of its renderings; undefined if there are none. */
  find(id: string, rendering?: string): Promise<StoredObject | undefined>;
  /** Removes everything under an id. */
  remove(id: string): Promise<void>;
  /** The drafts on this disk, in batches. */
  drafts(): AsyncIterable<Found[]>;
  /** Everything in the store, in batches: there may be many. */
  stored(): AsyncIterable<Found[]>;
  /** Refuses with `not-ready` when nothing can be stored. */
  check(): Promise<void>;
}

interface Found {
  id: string;
  writtenAt: ListedObject['writtenAt'];
  remove(): Promise<void>;
}

/** Bytes on the disk that are not stored yet: the caller must store or drop them. */
export interface DraftBlob {
  id: string;
  size: number;
  /** Their temporary path. */
  path: string;
  /** A path to which a rendering of them may be written before they are stored. */
  pathOf(rendering: string): string;
  /** Stores them unchanged, under their own id or under one whose bytes are lost. */
  store(as?: string): Promise<void>;
  /** Stores these renderings in their place; the one named '' takes their name. */
  storeRendered(renderings: readonly string[]): Promise<void>;
  /** Removes them, stored or not, but not what was stored under another id. */
  drop(): Promise<void>;
}

interface BlobOptions {
  store?: ObjectStore;
  disk?: Disk;
}

const raw = 'raw';

/**
 * The blobs with drafts in `folder`, which is also where they are stored unless a store is given; `renderings` are the
 * names of the possible renderings.
 */
export async function blobs(
  folder: string,
  renderings: readonly string[] = [],
  { store = folderStore(folder), disk = realDisk }: BlobOptions = {},
): Promise<Blobs> {
  await makeFolder(folder);
  const draftOf = (id: string, rendering = '') => join(folder, nameOf(id, rendering) + draftSuffix);

  async function removeDrafts(id: string) {
    for (const rendering of [raw, ...renderings, '']) await rm(draftOf(id, rendering), { force: true });
  }

  async function remove(id: string) {
    await removeDrafts(id);
    // The original last: as long as it exists, a sweep finds the rest.
    for (const rendering of [...renderings, '']) await store.remove(nameOf(id, rendering));
  }

  return {
    async take(bytes) {
      const leftFree = await reserveOf(folder, disk);
      await mustKeepFree(folder, leftFree, disk);
      // 128 random bits: only the name protects the content.
      const id = randomBytes(16).toString('hex');
      const path = draftOf(id, raw);
      const size = await writeDown(path, keepingFree(bytes, leftFree, folder, disk)).catch(async (error) => {
        await rm(path, { force: true });
        throw error;
      });
      let mayBeStored = false;
      async function put(files: Parameters<ObjectStore['put']>[0]) {
        mayBeStored = true;
        await store.put(files);
      }
      return {
        id,
        size,
        path,
        pathOf: (rendering) => draftOf(id, rendering),
        store: (as = id) => put([{ name: nameOf(as), path }]),
        async storeRendered(stored) {
          await put(
            stored.map((rendering) => ({ name: nameOf(id, rendering), path: draftOf(id, rendering) })),
          );
          await rm(path, { force: true });
        },
        drop: () => (mayBeStored ? remove(id) : removeDrafts(id)),
      };
    },
    find: (id, rendering) => store.find(nameOf(id, rendering)),
    remove,
    async *drafts() {
      for await (const some of listFolder(folder)) {
        const drafts = some.filter(({ name }) => name.endsWith(draftSuffix) && isOurs(name));
        yield drafts.map((draft) => found(draft, () => rm(join(folder, draft.name), { force: true })));
      }
    },
    async *stored() {
      for await (const some of store.all()) {
        const stored = some.filter(({ name }) => isOurs(name));
        yield stored.map((one) => found(one, () => store.remove(one.name)));
      }
    },
    async check() {
      await mustBeWritable(folder);
      await store.check();
    },
  };
}

const nameOf = (id: string, rendering = '') => (rendering ? `${id}-${rendering}` : id);

const isOurs = (name: string) => /^[0-9a-f]{32}(-[a-z]+)?(\.part)?$/.test(name);

const found = ({ name, writtenAt }: ListedObject, remove: () => Promise<void>): Found => ({
  id: name.slice(0, 32),
  writtenAt,
  remove,
});

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
