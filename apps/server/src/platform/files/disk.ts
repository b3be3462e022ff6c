import { statfs } from 'node:fs/promises';

/** Reserved for everything else on the same disk, above all the database; on a small disk, a twentieth (bytes). */
const most = 512 * 1024 * 1024;

/** What the file system reports about a disk: bytes of a block, blocks in all, and those that are free. */
interface DiskSpace {
  bsize: number;
  blocks: number;
  bavail: number;
}

export type Disk = (folder: string) => Promise<DiskSpace>;

export const realDisk: Disk = (folder) => statfs(folder);

/** How much of a folder's disk uploads and copies must leave free (bytes). */
export const reserveOf = async (folder: string, disk: Disk): Promise<number> => reserveIn(await disk(folder));

const reserveIn = ({ blocks, bsize }: DiskSpace): number => Math.min(most, (blocks * bsize) / 20);

/** Throws the error of a full disk unless `more` bytes would leave the reserve untouched. */
export async function mustHaveRoom(folder: string, disk: Disk, more = 0): Promise<void> {
  const space = await disk(folder);
  mustHold(space, reserveIn(space) + more);
}

/** Throws the error of a full disk unless this many bytes are free; some file systems do not report it. */
export async function mustKeepFree(folder: string, bytes: number, disk: Disk): Promise<void> {
  mustHold(await disk(folder), bytes);
}

function mustHold({ bsize, blocks, bavail }: DiskSpace, bytes: number) {
  if (blocks > 0 && bavail * bsize < bytes) throw fullDisk();
}

const fullDisk = () => Object.assign(new Error('The disk is nearly full.'), { code: 'ENOSPC' });

/** The bytes passed on between two checks: far less than a small disk's reserve. */
const step = 256 * 1024;

/** Passes bytes on as long as the folder's disk keeps `leftFree` bytes free. */
export async function* keepingFree(
  bytes: AsyncIterable<Buffer>,
  free: number,
  folder: string,
  disk: Disk = realDisk,
): AsyncGenerator<Buffer> {
  let since = 0;
  for await (const chunk of bytes) {
    since += chunk.length;
    if (since >= step) {
      await mustKeepFree(folder, free + chunk.length, disk);
      since = 0;
    }
    yield chunk;
  }
}

/** Whether writing failed for lack of space, on the disk or in this user's quota. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}
