import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { type Conversation, conversationOf, isExpired, shared } from './conversation.ts';

// The only file in this folder that uses real dependencies.

/** The code that stores conversations; no page waits for it. */
export const sync = lazy(() => import('../sync/index.ts'));

/** Newest first; null until they have been read. */
export type List = readonly Conversation[] | null;

const list = live<List, List>(null, (_, next) => next);
export const conversations: Pick<typeof list, 'read' | 'start' | 'listen'> = list;

type Ids = ReadonlySet<string>;

const streaming = live<Ids, Ids>(new Set(), (_, next) => next);
/** Ids of the conversations that are receiving an answer, in this tab or another. */
export const streamingConversations: Pick<typeof streaming, 'read' | 'start' | 'listen'> = streaming;

/** Whether the user is not signed in: then the conversations are in this browser only. */
export const isGuest = (): boolean => readAccessToken(storage.read(accessEntry)) === null;

/** Whether the listed conversations are in this browser only: signed in or not, an open page keeps its account's. */
export const isStoredHereOnly = (): boolean => sync.loaded()?.isStoredHereOnly() ?? isGuest();

let isFollowing = false;

/** Reads the list, and follows it from then on. */
export function followConversations(): void {
  if (isFollowing) return;
  isFollowing = true;
  // Its code could not be loaded: the next component that shows the list tries again.
  follow().catch(() => {
    isFollowing = false;
  });
}

async function follow() {
  const { conversationList, openedStore, serverNow, streamingConversations } = await sync.fetch();
  await openedStore();
  // The server does this for those of an account.
  let isTidy = !isStoredHereOnly();
  const read = () => {
    const listed = conversationList.read();
    if (!listed) return;
    const all = shared(list.read(), listed.map(conversationOf));
    list.dispatch(all);
    if (isTidy) return;
    isTidy = true;
    const now = serverNow();
    forget(all.filter((one) => isExpired(one, now)).map(({ id }) => id)).catch(() => {});
  };
  conversationList.listen(read);
  const publish = () => streaming.dispatch(streamingConversations.read());
  streamingConversations.listen(publish);
  publish();
  read();
}

/** Removes deleted conversations from this browser. */
export async function forget(ids: readonly string[]): Promise<void> {
  const store = await (await sync.fetch()).openedStore();
  await Promise.all(ids.map((id) => store.forget(id)));
}
