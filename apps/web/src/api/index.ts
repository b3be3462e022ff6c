export { FetchError } from '@polylogue/contract/client';
export { refreshEntry } from './access.ts';
export { type AccessToken, accessEntry } from './access-token.ts';
export { access, call } from './call.ts';
export { type Posting, postFile } from './post-file.ts';
export { upload, uploadOwn } from './upload.ts';
