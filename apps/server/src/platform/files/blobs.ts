import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Bytes under random names in one folder of the disk; what they mean is kept elsewhere. */
export interface Blobs {
  /** Stores what comes. When `bytes` throws, so does this, and nothing is left behind. */
  write(bytes: AsyncIterable<Buffer>): Promise<{ id: string; size: number }>;
  /** The bytes, or a part of them with both ends included. Rejects with ENOENT for an unknown id. */
  read(id: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(id: string): Promise<void>;
  /** Everything in the folder, finished or not, and when it was last written to (milliseconds). */
  all(): Promise<{ id: string; writtenAt: number }[]>;
  /** Rejects when nothing can be stored. */
  check(): Promise<void>;
}

const unfinished = '.part';

export async function blobs(folder: string): Promise<Blobs> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async write(bytes) {
      // 128 random bits: the name is all that guards the content.
      const id = randomBytes(16).toString('hex');
      const target = join(folder, id);
      try {
        const size = await writeDown(target + unfinished, bytes);
        await rename(target + unfinished, target);
        return { id, size };
      } catch (error) {
        await rm(target + unfinished, { force: true });
        throw error;
      }
    },
    async read(id, range) {
      const file = await open(join(folder, id));
      return file.createReadStream(range);
    },
    async remove(id) {
      await rm(join(folder, id), { force: true });
      await rm(join(folder, id + unfinished), { force: true });
    },
    async all() {
      const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{32}(\.part)?$/.test(name));
      return await Promise.all(
        names.map(async (name) => ({
          id: name.slice(0, 32),
          // Gone meanwhile: as good as just written.
          writtenAt: await stat(join(folder, name)).then((file) => file.mtimeMs, Date.now),
        })),
      );
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
