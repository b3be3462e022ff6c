import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftSuffix } from './folder-store.ts';
import { ifMissing } from './if-missing.ts';
import { makeFolder } from './make-folder.ts';
import { syncPath } from './sync-path.ts';

/** What the system keeps at the top of each disk, for itself. */
export const ofTheDisk = 'lost+found';

type Names = ReadonlySet<string>;

/** Copies what is in a folder, except for drafts and these names at its top. */
export async function copyFolder(from: string, to: string, without?: Names) {
  await makeFolder(to);
  for await (const { name, found } of copied(from, without)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (found.isDirectory()) await copyFolder(source, target);
    else if (found.isFile()) await copyDurably(source, target).catch(ifMissing);
  }
  await syncPath(to);
}

/** The size of what would be copied (bytes). */
export async function sizeOfFolder(folder: string, without?: Names): Promise<number> {
  let bytes = 0;
  for await (const { name, found } of copied(folder, without)) {
    if (found.isDirectory()) bytes += await sizeOfFolder(join(folder, name));
    else if (found.isFile()) bytes += found.size;
  }
  return bytes;
}

async function* copied(folder: string, without: Names = new Set()) {
  for (const name of await readdir(folder)) {
    if (without.has(name) || name === ofTheDisk || name.endsWith(draftSuffix)) continue;
    // A folder may be a link to a larger disk.
    const found = await stat(join(folder, name)).catch(ifMissing);
    if (found) yield { name, found };
  }
}

export async function copyDurably(from: string, to: string) {
  await copyFile(from, to);
  await syncPath(to);
}
