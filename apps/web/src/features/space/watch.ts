import { access } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { openPoll } from '../../lib/schedule/poll.ts';
import { spacesKey } from './queries.ts';

/** Keeps the lists of spaces true while somebody looks at them. Returns what stops it. */
export const watchSpaces = openPoll({
  ask: async () => {
    // A page whose sign-in has ended may still be shown.
    if (access.read()) await queryClient.refetchQueries({ queryKey: [spacesKey], type: 'active' });
  },
  every: 45_000,
  name: 'polylogue.spaces',
});
