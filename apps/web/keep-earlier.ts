import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How long a file of an earlier build stays after the last build that had it, in ms. */
const week = 7 * 24 * 60 * 60 * 1000;

/** Stored with the files but never served: since when each of them has not been part of any build. */
const listFile = '.replaced.json';

/** Keeps the files of earlier builds for a while: an older tab may still request one. */
export async function keepEarlier(earlier: string, assets: string): Promise<void> {
  const known: Record<string, number> = JSON.parse(
    await readFile(path.join(earlier, listFile), 'utf8').catch(() => '{}'),
  );
  const own = new Set(await readdir(assets, { recursive: true }));
  const replaced: Record<string, number> = {};
  for (const name of await readdir(earlier, { recursive: true }).catch(() => [])) {
    const since = known[name] ?? Date.now();
    if (name === listFile || own.has(name) || Date.now() - since > week) continue;
    if (!(await stat(path.join(earlier, name))).isFile()) continue;
    await cp(path.join(earlier, name), path.join(assets, name), { force: false });
    replaced[name] = since;
  }
  await writeFile(path.join(assets, listFile), JSON.stringify(replaced));
}
