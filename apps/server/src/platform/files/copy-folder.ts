import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { draftSuffix } from './folder-store.ts';
import { ifMissing } from './if-missing.ts';
import { makeFolder } from './make-folder.ts';
import { syncPath } from './sync-path.ts';

/** Copies what is in a folder, except for drafts and these names at its top. */
export async function copyFolder(from: string, to: string, without: ReadonlySet<string> = new Set()) {
  await makeFolder(to);
  for (const name of await readdir(from)) {
    if (without.has(name) || name.endsWith(draftSuffix)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    // A folder may be a link to a larger disk.
    const found = await stat(source).catch(ifMissing);
    if (found?.isDirectory()) await copyFolder(source, target);
    else if (found?.isFile()) await copyDurably(source, target).catch(ifMissing);
  }
  await syncPath(to);
}

export async function copyDurably(from: string, to: string) {
  await copyFile(from, to);
  await syncPath(to);
}
