import { call } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { ownSpaces } from './queries.ts';

/** Messages of a space up to this number have been read. */
export async function markRead(space_id: string, read_number: number): Promise<void> {
  const { unread } = await call('PUT /api/v1/spaces/:space_id/me', {
    params: { space_id },
    body: { read_number },
  });
  queryClient.setQueryData(ownSpaces.queryKey, (spaces) =>
    spaces?.map((own) => (own.space.space_id === space_id ? { ...own, unread } : own)),
  );
}
