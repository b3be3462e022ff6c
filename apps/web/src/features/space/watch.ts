import { access } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { openPoll } from '../../lib/schedule/poll.ts';
import { registerUnsavedWork } from '../../lib/unsaved/unsent.ts';
import { spacesKey } from './queries.ts';
import { unsentPosts } from './unsent-posts.ts';

// So that unsent posts are mentioned on every page with a sign-out.
registerUnsavedWork(unsentPosts);

/** Keeps the lists of spaces up to date while a page is visible. Returns a function that stops it. */
export const watchSpaces = openPoll({
  poll: async () => {
    // A page whose sign-in has ended may still be shown.
    if (access.read()) await queryClient.refetchQueries({ queryKey: [spacesKey], type: 'active' });
  },
  interval: 45_000,
  name: 'polylogue.spaces',
});
