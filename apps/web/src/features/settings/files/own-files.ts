import type { OwnFiles } from '@polylogue/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, upload } from '../../../api/index.ts';
import { queryClient } from '../../../api/query-client.ts';
import { holdsWork, isWorkGivenUp } from '../../../lib/unsent.ts';
import { isRefused, reasonOf } from '../../person/index.ts';
import { openUploads } from './uploads.ts';

// The one place of this folder that holds real things. Files go on being sent while one looks at another section.

export const ownFiles = infiniteQueryOptions({
  queryKey: ['/api/v1/user/me/files'],
  queryFn: ({ pageParam: after, signal }): Promise<OwnFiles> =>
    call('GET /api/v1/user/me/files', { query: after ? { after } : {} }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }: OwnFiles) => next,
  staleTime: 0,
});

export const askForFiles = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ownFiles.queryKey });

export async function deleteFile(file_id: string): Promise<void> {
  await call('DELETE /api/v1/user/me/files', { query: { file_id } });
  await askForFiles();
}

export const uploads = openUploads({
  send: upload,
  why: (error, { name }) => `Failed to upload ${name}. ${reasonOf(error)}`,
  isWorthTrying: (error) => ![413, 415].some((status) => isRefused(error, status)),
  onArrived: () => void askForFiles(),
});

holdsWork(() => (uploads.read().length > 0 ? 'the files that are still being uploaded' : null));
addEventListener('beforeunload', (event) => {
  if (uploads.read().length > 0 && !isWorkGivenUp()) event.preventDefault();
});
