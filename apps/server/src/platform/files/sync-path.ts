import { open } from 'node:fs/promises';

/**
 * Puts a file, or the names in a folder, on the disk. A new name is only there once its folder is synced: a record must
 * not outlive its file.
 */
export async function syncPath(path: string): Promise<void> {
  const opened = await open(path);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
