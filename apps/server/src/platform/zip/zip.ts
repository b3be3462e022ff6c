import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** Something that goes into a zip: text, the file at `path`, or more of the text before it. */
export type Entry = ({ name: string } & ({ text: string } | { path: string })) | { more: string };

export interface Zipping {
  /** Where it is written; nothing may be there yet. */
  path: string;
  /** Bytes of the disk that it may not take: it fails as on a full one before. */
  leftFree: number;
  entries: AsyncIterator<Entry[]>;
  signal: AbortSignal;
  /** Is told, a few times a second, how many bytes of the entries are in it. */
  onProgress(bytes: number): void;
}

/** What the thread is given. */
export type Given = Pick<Zipping, 'path' | 'leftFree'>;

/** What the thread says: it wants entries, has come so far, or is done. */
export type Said = { want: true } | { bytes: number } | { size: number };

/** No machine for a person's files, but one that cannot take the server's memory with it either. */
const limits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

/**
 * Writes a zip in a thread of its own, one entry after the other, in memory that does not grow with them. Files that
 * are gone by then are left out. Resolves with the bytes of the zip once it is safely on disk; when it throws, or
 * `signal` is aborted, nothing is left behind.
 */
export async function writeZip({ path, leftFree, entries, signal, onProgress }: Zipping): Promise<number> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./zip-thread.ts', import.meta.url), {
    workerData: { path, leftFree } satisfies Given,
    resourceLimits: limits,
  });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', () =>
        reject(signal.aborted ? signal.reason : new Error('The zip was not finished.')),
      );
      worker.on('message', (said: Said) => {
        if ('size' in said) resolve(said.size);
        else if ('bytes' in said) onProgress(said.bytes);
        else entries.next().then(({ done, value }) => worker.postMessage(done ? [] : value), reject);
      });
    });
  } catch (error) {
    await worker.terminate();
    await rm(path, { force: true });
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    // Not waited for: it may be in the middle of a step that never ends.
    entries.return?.().catch(() => {});
  }
}
