import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileId } from '@polylogue/contract';
import { z } from 'zod';
import type { FileStore } from './store.ts';

const OldRecord = z.object({
  id: FileId,
  name: z.string(),
  size: z.number(),
  mediaType: z.string(),
  expiresAt: z.number(),
});

/**
 * Moves the records that earlier versions kept as `<id>.json` beside the bytes into the store, once: each file goes
 * only when its record is stored. What cannot be read goes too; its bytes are swept.
 */
export async function importRecords(folder: string, store: FileStore): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((one) => /\.json(\.part)?$/.test(one))) {
    const path = join(folder, name);
    const record = name.endsWith('.json')
      ? OldRecord.safeParse(parsed(await readFile(path, 'utf8'))).data
      : null;
    if (record) {
      const createdAt = (await stat(path)).mtimeMs;
      await store.add({ ...record, ownerId: null, isRedrawn: false, createdAt: Math.round(createdAt) });
    }
    await rm(path, { force: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
