import type { StoredFile } from '@polylogue/contract';
import { refuse } from '../../platform/http/refuse.ts';
import type { FileRecord } from './store.ts';

/** What people see of a file. */
export function storedFile(
  { id, name, size, mediaType, isRedrawn, createdAt, expiresAt }: FileRecord,
  origin: string,
): StoredFile {
  const url = `${origin}/files/${id}`;
  return {
    url,
    name,
    size,
    media_type: mediaType,
    created_at: new Date(createdAt).toISOString(),
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    thumbnail_url: isRedrawn ? `${url}/thumbnail` : null,
  };
}

export function noSuchFile(): never {
  return refuse('not-found', 'This file does not exist, or has expired.');
}
