import { caller, type Reply } from '@polylogue/contract/client';
import { fetchWithProgress } from './fetch-with-progress.ts';

type StoredFile = Reply<'POST /api/upload'>;

interface UploadOptions {
  signal?: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  onProgress?(share: number): void;
}

/** Hands a file to our server. Rejects with a FetchError when it is refused, a TypeError without a connection. */
export function upload(file: File, { signal, onProgress }: UploadOptions = {}): Promise<StoredFile> {
  const call = caller(onProgress ? fetchWithProgress(onProgress) : (...ask) => fetch(...ask));
  return call('POST /api/upload', { file }, signal && { signal });
}
