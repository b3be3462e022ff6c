import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderStore } from '../platform/files/folder-store.ts';
import { s3Store } from '../platform/files/s3-store.ts';
import { afterwards } from './lifetime.ts';
import { s3Server } from './s3.ts';

/** Every kind of place where files are stored; tests run on each. */
export const stores = ['a folder', 'an S3 store'] as const;
export type Kind = (typeof stores)[number];

/** A folder for drafts, and an empty store of this kind. */
export async function freshStore(kind: Kind) {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-files-'));
  afterwards(() => rm(folder, { recursive: true, force: true }));
  const placed = async (name: string, at: number) => {
    await writeFile(join(folder, name), 'placed');
    await utimes(join(folder, name), at / 1000, at / 1000);
  };
  if (kind === 'a folder') {
    return {
      folder,
      store: folderStore(folder),
      /** The names of everything, drafts included. */
      lie: () => readdir(folder),
      /** Puts something there that was written at this time: a draft if its name says so. */
      place: placed,
      lose: (name: string) => rm(join(folder, name)),
    };
  }
  // Small pages, so that listing takes several.
  const server = await s3Server({ pageLength: 2 });
  return {
    folder,
    store: s3Store({ ...server.bucket, folder: 'files', log: () => {} }),
    lie: async () => [
      ...(await readdir(folder)),
      ...server.stored().map((name) => name.replace('files/', '')),
    ],
    place: async (name: string, at: number) =>
      name.endsWith('.part') ? await placed(name, at) : server.place(`files/${name}`, at),
    lose: async (name: string) => void server.lose(`files/${name}`),
  };
}
