import type { OwnFiles } from '@polylogue/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, uploadOwn } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { holdUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { isWorkGivenUp } from '../../../lib/unsaved/unsent.ts';
import { account, acrossSignIn, meOf } from '../../account/index.ts';
import { isRefused, reasonOf } from '../../person/index.ts';
import { openUploads } from './uploads.ts';

// The one place in this folder with real dependencies. Uploads continue while another section is shown.

export const ownFiles = infiniteQueryOptions({
  queryKey: ['/api/v1/user/me/files'],
  queryFn: ({ pageParam: after, signal }): Promise<OwnFiles> =>
    call('GET /api/v1/user/me/files', { query: after ? { after } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }: OwnFiles) => next,
  staleTime: 0,
});

const askForFiles = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ownFiles.queryKey });

/** A file that is already gone, deleted in another tab, counts as deleted. */
export async function deleteFile(file_id: string): Promise<void> {
  await call('DELETE /api/v1/user/me/files', { query: { file_id } }).catch((error) => {
    if (!isRefused(error, 404)) throw error;
  });
  await askForFiles();
}

export const uploads = openUploads({
  send: (file, how) => acrossSignIn(() => uploadOwn(file, how)),
  why: (error, { name }) => `Failed to upload ${name}. ${reasonOf(error)}`,
  isWorthTrying: (error) => ![413, 415].some((status) => isRefused(error, status)),
  onArrived: () => void askForFiles(),
});

// They continue wherever the person goes; if the sign-in ends meanwhile, the page asks for it.
let saved: (() => void) | undefined;
uploads.listen(() => {
  if (uploads.read().length > 0) {
    saved ??= holdUnsaved({ what: 'files that are still being uploaded', ask: async () => true });
  } else {
    saved?.();
    saved = undefined;
  }
});
addEventListener('beforeunload', (event) => {
  if (uploads.read().length > 0 && !isWorkGivenUp()) event.preventDefault();
});

// Nobody should see the names of another person's files.
let owner = meOf(account.read())?.user_id;
account.listen(() => {
  const now = meOf(account.read())?.user_id;
  if (now === owner) return;
  owner = now;
  for (const { id } of uploads.read()) uploads.drop(id);
});
