import { access, constants, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse } from '../http/refuse.ts';
import { ifMissing } from './if-missing.ts';
import { batchSize, type ListedObject, type ObjectStore } from './object-store.ts';
import { syncPath } from './sync-path.ts';

/** Names that end like this are unfinished: they lie in the folder, but are not in the store. */
export const draftSuffix = '.part';

/** The files of one folder, which need not exist before the first is put there from the same disk. */
export function folderStore(folder: string): ObjectStore {
  return {
    async put(files) {
      for (const { name, path } of files) await rename(path, join(folder, name));
      await syncPath(folder);
    },
    async find(name) {
      const path = join(folder, name);
      const found = await stat(path).catch(ifMissing);
      if (!found) return undefined;
      return { size: found.size, open: async (range) => (await open(path)).createReadStream(range) };
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async *all() {
      for await (const some of listFolder(folder))
        yield some.filter(({ name }) => !name.endsWith(draftSuffix));
    },
    check: () => mustBeWritable(folder),
  };
}

/** Everything in a folder, unfinished or not, in batches. */
export async function* listFolder(folder: string): AsyncGenerator<ListedObject[]> {
  const entries = await opendir(folder).catch(ifMissing);
  if (!entries) return;
  let some: ListedObject[] = [];
  for await (const { name } of entries) {
    some.push({ name, writtenAt: () => stat(join(folder, name)).then((file) => file.mtimeMs, Date.now) });
    if (some.length < batchSize) continue;
    yield some;
    some = [];
  }
  yield some;
}

export async function mustBeWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch(() => refuse('not-ready', 'The data folder cannot be written.'));
}
