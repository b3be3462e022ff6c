import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';

const day = 24 * 60 * 60 * 1000;
/** How long the assets of a build stay after the last server with it has stopped, in ms. */
const month = 30 * day;
/** Files that are copied at the same time. */
const atOnce = 16;
/** Stored with the assets but never served: the names of those of each build. */
const lists = '.builds';

/** Where the assets are of every build that a server with this data folder has served. */
export const sharedAssets = (dataDir: string): string => join(dataDir, 'web-assets');

/** Shares the assets of this build, and marks it as used daily and at the stop: a server may run for longer than a month. */
export function keepSharing(app: FastifyInstance, web: string, dataDir: string): void {
  const share = () =>
    shareAssets(web, sharedAssets(dataDir)).catch((err) =>
      app.log.warn(
        { err },
        'The files of the web app could not be copied for other nodes and later versions',
      ),
    );
  void share();
  const sharing = setInterval(share, day).unref();
  app.addHook('onClose', async () => {
    clearInterval(sharing);
    await share();
  });
}

/**
 * Copies the assets of this build to where other nodes and later builds find them: while nodes are replaced one by one, a
 * page of one version asks nodes of another for its files, and a new image has none of the files of the one before.
 */
export async function shareAssets(web: string, shared: string, now = Date.now()): Promise<void> {
  const build = await readFile(join(web, '.stamp'), 'utf8').catch(() => null);
  if (build === null) return;
  const list = join(shared, lists, build);
  const used = new Date(now);
  const isShared = await utimes(list, used, used).then(
    () => true,
    () => false,
  );
  if (!isShared) {
    const assets = join(web, 'assets');
    const names = await assetsIn(assets);
    for (let at = 0; at < names.length; at += atOnce) {
      await Promise.all(
        names.slice(at, at + atOnce).map((name) => copyWhole(join(assets, name), join(shared, name))),
      );
    }
    await mkdir(dirname(list), { recursive: true });
    await writeFile(list, JSON.stringify(names));
    await utimes(list, used, used);
  }
  await removeOld(shared, now - month);
}

/** Those of this build; a compressed copy is made for each, but few will ask here. */
async function assetsIn(assets: string): Promise<string[]> {
  const earlier = JSON.parse(await readFile(join(assets, '.replaced.json'), 'utf8').catch(() => '{}'));
  const entries = await readdir(assets, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/^\.|\.(?:br|gz)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(assets, join(parentPath, name)))
    .filter((name) => !(name in earlier));
}

/** Another node may serve it: it appears there once it is whole. */
async function copyWhole(source: string, target: string) {
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.${randomUUID()}.part`;
  await copyFile(source, part);
  await rename(part, target);
}

async function removeOld(shared: string, before: number) {
  const namesIn = async (list: string): Promise<string[]> =>
    JSON.parse(await readFile(join(shared, lists, list), 'utf8'));
  const stays = new Set<string>();
  const old: string[] = [];
  for (const list of await readdir(join(shared, lists))) {
    if ((await stat(join(shared, lists, list))).mtimeMs < before) old.push(list);
    else for (const name of await namesIn(list)) stays.add(name);
  }
  for (const list of old) {
    for (const name of await namesIn(list))
      if (!stays.has(name)) await rm(join(shared, name), { force: true });
    await rm(join(shared, lists, list), { force: true });
  }
}
