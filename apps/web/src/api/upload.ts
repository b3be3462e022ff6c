import { caller, FetchError, type Reply } from '@polylogue/contract/client';
import { access } from './call.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

type StoredFile = Reply<'POST /api/upload'>;

interface UploadOptions {
  signal?: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  onProgress?(share: number): void;
}

/**
 * Hands a file to our server, in the name of whoever is signed in; when that sign-in turns out to have ended, as
 * anybody's, so that the file is not lost. Rejects with a FetchError when it is refused, a TypeError without a connection.
 */
export async function upload(file: File, { signal, onProgress }: UploadOptions = {}): Promise<StoredFile> {
  const call = caller(onProgress ? access.via(fetchWithProgress(onProgress)) : access.fetch);
  const send = () => call('POST /api/upload', { file }, signal && { signal });
  return send().catch((error) => {
    const isOver = error instanceof FetchError && error.status === 401 && access.read() === null;
    if (!isOver) throw error;
    return send();
  });
}
