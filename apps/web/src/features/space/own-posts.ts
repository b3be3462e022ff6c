import type { ReplyTo } from '@polylogue/contract/client';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { orFail } from '../person/index.ts';

/**
 * How many posts the member has in each space, also in those they have left. Not under the key of spaces: counting is too
 * much to repeat whenever the lists are.
 */
export const ownPosts = queryOptions<ReplyTo<'GET /api/v1/spaces/own-posts'>>({
  queryKey: ['/api/v1/spaces/own-posts'],
  queryFn: ({ signal }) =>
    orFail('Failed to load your messages', call('GET /api/v1/spaces/own-posts', {}, { signal })),
  staleTime: 0,
});

/** Deletes the member's posts in a space, however many calls that takes; returns how many there were. */
export async function deleteOwnPosts(space_id: string): Promise<number> {
  const path = 'DELETE /api/v1/spaces/:space_id/own-posts';
  let total = 0;
  try {
    for (;;) {
      const { deleted, more } = await orFail(
        'Failed to delete your messages',
        call(path, { params: { space_id } }),
      );
      total += deleted;
      if (!more) return total;
    }
  } finally {
    // Also after a failure: some may be gone.
    await queryClient.invalidateQueries({ queryKey: ownPosts.queryKey });
  }
}
