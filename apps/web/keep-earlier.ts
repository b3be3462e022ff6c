import { cp, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** How long a file of an earlier build stays, in ms. */
const week = 7 * 24 * 60 * 60 * 1000;

/** Files of earlier builds stay a while: a tab that was opened before may still ask for one. */
export async function keepEarlier(earlier: string, assets: string): Promise<void> {
  for (const name of await readdir(earlier, { recursive: true }).catch(() => [])) {
    const one = await stat(path.join(earlier, name));
    if (!one.isFile() || Date.now() - one.mtimeMs > week) continue;
    await cp(path.join(earlier, name), path.join(assets, name), { force: false, preserveTimestamps: true });
  }
}
