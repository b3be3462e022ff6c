export { FetchError } from '@polylogue/contract/client';
export { type StoredFile, upload } from './upload.ts';
