import { statfs } from 'node:fs/promises';
import { refuse } from '../http/refuse.ts';

/** Left to whoever else writes on the same disk, the database above all; of a small disk, a twentieth (bytes). */
const reserve = 512 * 1024 * 1024;

/** What a disk says of itself, in blocks. */
export type Disk = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>;

export const itself: Disk = (folder) => statfs(folder);

/** Throws what a full disk throws, some time before it is full. */
export async function mustHaveRoom(folder: string, disk: Disk): Promise<void> {
  const { bsize, blocks, bavail } = await disk(folder);
  if (bavail * bsize >= Math.min(reserve, (blocks * bsize) / 20)) return;
  throw Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });
}

/** Whether writing failed because there is no room left, on the disk or for this user. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

export function noRoom(): never {
  return refuse('no-room', 'The server has no room left for uploads. Please try again later.');
}

/** For what writes: a full disk is a refusal with a sentence. */
export function refuseWhenFull(error: unknown): never {
  if (isFull(error)) noRoom();
  throw error;
}
