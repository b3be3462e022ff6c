export { FetchError } from '@polylogue/contract/client';
export { endedEntry, refreshEntry } from './access.ts';
export { type AccessToken, accessEntry, readAccessToken } from './access-token.ts';
export { access, call, fetchSignedIn, serverNow } from './call.ts';
export { type PostFileOptions, postFile } from './post-file.ts';
export { callWithFile, fileIdOf, upload, uploadOwn } from './upload.ts';
