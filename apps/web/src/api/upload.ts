import { type ApiClient, caller, FetchError, type ReplyTo } from '@polylogue/contract/client';
import { access } from './call.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

type StoredFile = ReplyTo<'POST /api/upload'>;

interface UploadOptions {
  signal?: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  onProgress?(share: number): void;
}

/**
 * Uploads a file to our server with the sign-in; if that turns out to have ended, as a visitor, so that the file is not
 * lost. Rejects with a FetchError when refused, a TypeError without a connection.
 */
export async function upload(file: File, options?: UploadOptions): Promise<StoredFile> {
  const send = () => post(file, options);
  return send().catch((error) => {
    const isOver = error instanceof FetchError && error.status === 401 && access.read() === null;
    if (!isOver) throw error;
    return send();
  });
}

/** The same for files that must belong to the account: rejects with a FetchError of 401 when the sign-in has ended. */
export async function uploadOwn(file: File, options?: UploadOptions): Promise<StoredFile> {
  if (!access.read()) throw new FetchError(401, 'Sign in to upload');
  return post(file, options);
}

export const fileIdOf = ({ url }: StoredFile): string => url.slice(url.lastIndexOf('/') + 1);

/** Calls that carry a file: they reject, as without a connection, when nothing is sent or answered for too long. */
export const callWithFile = (onProgress?: UploadOptions['onProgress']): ApiClient =>
  caller(access.via(fetchWithProgress(onProgress)));

function post(file: File, { signal, onProgress }: UploadOptions = {}): Promise<StoredFile> {
  return callWithFile(onProgress)('POST /api/upload', { file }, signal && { signal });
}
