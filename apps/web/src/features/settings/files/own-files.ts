import type { OwnFiles } from '@polylogue/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, uploadOwn } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { registerUnsavedWork } from '../../../lib/drafts/unsaved-work.ts';
import { toast } from '../../../ui/index.ts';
import { account, meOf, retryAfterSignIn } from '../../account/index.ts';
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

/** A file already deleted in another tab counts as deleted. */
export async function deleteFile(file_id: string): Promise<void> {
  await call('DELETE /api/v1/user/me/files', { query: { file_id } }).catch((error) => {
    if (!isRefused(error, 404)) throw error;
  });
  await askForFiles();
}

export const uploads = openUploads({
  send: (file, how) => retryAfterSignIn(() => uploadOwn(file, how)),
  why: reasonOf,
  isRetryable: (error) => ![413, 415].some((status) => isRefused(error, status)),
  onUploaded({ name }, readAs) {
    void askForFiles();
    if (!readAs) return;
    const text = 'If it shows wrong characters, save it as UTF-8 and upload it again.';
    toast({ title: `${name} was read as ${readAs}`, text });
  },
});

// They continue on every page; if the sign-in ends in the meantime, the page asks for it.
let saved: (() => void) | undefined;
uploads.listen(() => {
  if (uploads.read().length > 0) {
    saved ??= registerUnsavedWork({
      words: () => 'files that are still being uploaded',
      confirmLeave: async () => true,
    });
  } else {
    saved?.();
    saved = undefined;
  }
});

// The names of one person's files must not be shown to the next.
let owner = meOf(account.read())?.user_id;
account.listen(() => {
  const now = meOf(account.read())?.user_id;
  if (now === owner) return;
  owner = now;
  for (const { id } of uploads.read()) uploads.discard(id);
});
