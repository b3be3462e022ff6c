import { statfsSync } from 'node:fs';

/**
 * A folder in memory, where there is one with a gibibyte to spare: a database there does not wait for the disk at every
 * commit. Otherwise undefined.
 */
export function memoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (process.platform !== 'linux') return undefined;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 30 ? folder : undefined;
  } catch {
    return undefined;
  }
}
