import { accessEntry, readAccessToken } from '../../api/access-token.ts';
import { lazy } from '../../lib/lazy/lazy.ts';
import { live } from '../../lib/state/live.ts';
import { storage } from '../../lib/state/storage.ts';
import { type Conversation, conversationOf, shared } from './conversation.ts';

// The one place of this folder that holds real things.

/** What stores conversations; no page waits for its code. */
export const sync = lazy(() => import('../sync/index.ts'));

/** Newest first; null until they were read. */
export type List = readonly Conversation[] | null;

const list = live<List, List>(null, (_, next) => next);
export const conversations: Pick<typeof list, 'read' | 'start' | 'listen'> = list;

type Ids = ReadonlySet<string>;

const streaming = live<Ids, Ids>(new Set(), (_, next) => next);
/** Ids of those in which an answer is coming, in this tab or another. */
export const streamingConversations: Pick<typeof streaming, 'read' | 'start' | 'listen'> = streaming;

/** Nobody is signed in: the conversations are in this browser only. */
export const isGuest = (): boolean => readAccessToken(storage.read(accessEntry)) === null;

/** What a guest has deleted is erased once it cannot be undone any more: here where a tab was closed before that. */
const undoable = 60_000;

let isFollowing = false;

/** Reads the list, and follows it from then on. */
export function followConversations(): void {
  if (isFollowing) return;
  isFollowing = true;
  // Its code cannot be had: what shows the list next asks again.
  follow().catch(() => {
    isFollowing = false;
  });
}

async function follow() {
  const { conversationList, openedStore, serverNow, streamingConversations } = await sync.fetch();
  const store = await openedStore();
  let isTidy = false;
  const read = () => {
    const listed = conversationList.read();
    if (!listed) return;
    const all = shared(list.read(), listed.map(conversationOf));
    list.dispatch(all);
    if (isTidy) return;
    isTidy = true;
    if (!isGuest()) return;
    const due = serverNow() - undoable;
    for (const { id, deletedAt } of all) if (deletedAt !== null && deletedAt < due) void store.forget(id);
  };
  conversationList.listen(read);
  const look = () => streaming.dispatch(streamingConversations.read());
  streamingConversations.listen(look);
  look();
  read();
}
