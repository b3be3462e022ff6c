import { statfs } from 'node:fs/promises';

/** Left for everything else that writes to the same disk, the database above all; of a small disk, a twentieth (bytes). */
const most = 512 * 1024 * 1024;

/** What a disk says of itself, in blocks. */
export type Disk = (folder: string) => Promise<{ bsize: number; blocks: number; bavail: number }>;

export const itself: Disk = (folder) => statfs(folder);

/** Bytes that nobody's uploads and copies may take of the disk a folder is on. */
export async function reserveOf(folder: string, disk: Disk): Promise<number> {
  const { bsize, blocks } = await disk(folder);
  return Math.min(most, (blocks * bsize) / 20);
}

/** Throws what a full disk throws, some time before it is full: unless so much more leaves the reserve untouched. */
export async function mustHaveRoom(folder: string, disk: Disk, more = 0): Promise<void> {
  await mustLeave(folder, (await reserveOf(folder, disk)) + more, disk);
}

/** Throws what a full disk throws unless so many bytes are free; some file systems do not say. */
export async function mustLeave(folder: string, bytes: number, disk: Disk): Promise<void> {
  const { bsize, blocks, bavail } = await disk(folder);
  if (blocks > 0 && bavail * bsize < bytes) throw fullDisk();
}

const fullDisk = () => Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });

/** So many bytes may be on their way at a time without looking: far less than a small disk's reserve. */
const step = 256 * 1024;

/** Passes bytes on for as long as they leave so many free on the disk of the folder they go to. */
export async function* leaving(
  bytes: AsyncIterable<Buffer>,
  free: number,
  folder: string,
  disk: Disk = itself,
): AsyncGenerator<Buffer> {
  let since = 0;
  for await (const chunk of bytes) {
    since += chunk.length;
    if (since >= step) {
      await mustLeave(folder, free + chunk.length, disk);
      since = 0;
    }
    yield chunk;
  }
}

/** Whether writing failed because there is no room left, on the disk or for this user. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}
