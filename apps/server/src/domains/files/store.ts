import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileId } from '@polylogue/contract';
import { z } from 'zod';

/** What is known of a stored file beside its bytes. */
export const FileRecord = z.object({
  id: FileId,
  name: z.string(),
  size: z.number(),
  mediaType: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type FileRecord = z.infer<typeof FileRecord>;

export interface FileStore {
  add(record: FileRecord): Promise<void>;
  find(id: FileId): Promise<FileRecord | undefined>;
  all(): Promise<FileRecord[]>;
  remove(id: FileId): Promise<void>;
}

/** One small JSON file a record, until there is a database. */
export async function fileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: FileId) => join(folder, `${id}.json`);

  async function find(id: FileId): Promise<FileRecord | undefined> {
    const text = await readFile(pathOf(id), 'utf8').catch(ifGone);
    return FileRecord.safeParse(parsed(text)).data;
  }

  return {
    find,
    async add(record) {
      const aside = `${pathOf(record.id)}.part`;
      try {
        const file = await open(aside, 'w', 0o600);
        try {
          await file.writeFile(JSON.stringify(record));
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(aside, pathOf(record.id));
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
    async all() {
      const ids = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      const records = await Promise.all(ids.map((name) => find(name.slice(0, -'.json'.length))));
      return records.filter((record) => record !== undefined);
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}

function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function parsed(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}
