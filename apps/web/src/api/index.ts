export { FetchError } from '@polylogue/contract/client';
export { upload } from './upload.ts';
