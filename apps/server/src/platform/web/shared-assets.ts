import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How long an asset stays after the last start of a server that has it, in ms. */
const month = 30 * 24 * 60 * 60 * 1000;

/** Where the assets of every build are that a server with this data folder has served. */
export const sharedAssets = (dataDir: string): string => join(dataDir, 'web-assets');

/**
 * Copies the assets of this build to where other servers and later builds find them: while nodes are replaced one by one,
 * a page of one version asks nodes of another for its files, and a new image has none of the files of the one before.
 */
export async function shareAssets(assets: string, shared: string, now = Date.now()): Promise<void> {
  await mkdir(shared, { recursive: true });
  const started = new Date(now);
  for (const entry of await readdir(assets, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(shared, source.slice(assets.length));
    const isThere = await utimes(target, started, started).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    await mkdir(dirname(target), { recursive: true });
    // Renamed once it is whole: another node may serve it.
    const part = `${target}.${randomUUID()}.part`;
    await cp(source, part);
    await utimes(part, started, started);
    await rename(part, target);
  }
  for (const entry of await readdir(shared, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > month) await rm(file, { force: true });
  }
}
