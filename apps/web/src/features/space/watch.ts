import { access } from '../../api/index.ts';
import { queryClient } from '../../api/query-client.ts';
import { registerUnsavedWork } from '../../lib/drafts/unsaved-work.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { openPoll } from '../../lib/schedule/poll.ts';
import { storage } from '../../lib/state/storage.ts';
import { checkRequests, notifyTabs, onSpacesChanged } from '../person/index.ts';
import { unsentBySpace, unsentPosts } from '../post/outbox.ts';
import type { News } from '../sync/index.ts';
import { refetchSpaces, showUnread, spacesKey } from './queries.ts';

// So that unsent posts are mentioned on every page with a sign-out.
registerUnsavedWork(unsentPosts(storage));

onSpacesChanged(refetchSpaces);

/** What the last poll found. */
let found = '';

export async function checkSpaces(): Promise<void> {
  // A page whose sign-in has ended may still be shown.
  if (!access.read()) return;
  const shown = { queryKey: [spacesKey], type: 'active' } as const;
  await queryClient.refetchQueries(shown);
  const before = found;
  found = JSON.stringify(queryClient.getQueriesData(shown), withoutPresence);
  if (found !== before) notifyTabs({ type: 'spaces-changed' });
}

/** People come and go all the time: other tabs find out with their own polls. */
const withoutPresence = (name: string, value: unknown) => (name === 'people_here' ? undefined : value);

/** What no notification tells of, such as who is there. */
const pollSpaces = openPoll({
  poll: checkSpaces,
  interval: 45_000,
  name: 'polylogue.spaces',
});

function showNews({ unread, requests, hasNotifications }: News) {
  if (hasNotifications) void refetchSpaces();
  if (requests) void checkRequests();
  if (unread) showUnread(unread);
}

const sync = lazy(() => import('../sync/index.ts'));

/** Keeps the lists of spaces up to date while a page is visible. Returns a function that stops it. */
export function watchSpaces(): () => void {
  const stopPolling = pollSpaces();
  const listening = sync.fetch().then(
    ({ onNews }) => onNews(showNews),
    // The poll finds them, too.
    () => () => {},
  );
  return () => {
    stopPolling();
    void listening.then((stop) => stop());
  };
}

const sending = lazy(() => import('./send-unsent-posts.ts'));

/**
 * Sends posts that are left from spaces which are no longer open, now and later; after a refusal, `go` leads to the space.
 * Returns a function that stops it.
 */
export function watchUnsentPosts(account: string, go: (path: string) => void): () => void {
  function send() {
    // An open room sends its own.
    const left = Object.keys(unsentBySpace(storage, account)).filter(
      (id) => !location.pathname.startsWith(`/spaces/${id}`),
    );
    if (left.length > 0)
      sending.fetch().then(
        ({ sendUnsentPosts }) => sendUnsentPosts(account, left, go),
        () => {},
      );
  }
  send();
  addEventListener('online', send);
  const timer = setInterval(send, 45_000);
  return () => {
    removeEventListener('online', send);
    clearInterval(timer);
  };
}
