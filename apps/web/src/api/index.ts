export { FetchError } from '@polylogue/contract/client';
export { type EndedSignIn, endedEntry, refreshEntry } from './access.ts';
export { type AccessToken, accessEntry, readAccessToken } from './access-token.ts';
export { access, call, patientCall, serverNow } from './call.ts';
export { type Posting, postFile } from './post-file.ts';
export { fileIdOf, upload, uploadOwn } from './upload.ts';
