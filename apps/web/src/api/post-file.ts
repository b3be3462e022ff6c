import { readReply } from '@polylogue/contract/client';
import { fetchWithProgress } from './fetch-with-progress.ts';

export interface PostFileOptions {
  signal?: AbortSignal | undefined;
  /** The share that has been sent, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Posts a file, as the multipart field `file`, to an address issued for it; the address itself is the permission, so no
 * token is sent. Returns the JSON of the reply.
 * Rejects with a FetchError when refused, a TypeError without a connection, the signal's reason when aborted.
 */
export async function postFile(address: string, file: File, { signal, onProgress }: PostFileOptions = {}) {
  const body = new FormData();
  body.append('file', file);
  const send = fetchWithProgress(onProgress);
  return readReply(await send(address, { method: 'POST', body, ...(signal && { signal }) }));
}
