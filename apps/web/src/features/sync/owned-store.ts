import { partName } from '@polylogue/sync';
import { lazy } from '../../lib/lazy/lazy.ts';
import { retry } from '../../lib/lazy/retry.ts';
import { whenIdle } from '../../lib/schedule/idle.ts';
import { conversations, isExpired, listed, streamingConversations } from '../conversation/list/index.ts';
import { makeRoom, sweep } from './capacity.ts';
import { databaseName, indexedDbStorage } from './indexed-db.ts';
import type { Leader } from './leader.ts';
import { listReader } from './list-reader.ts';
import type { News } from './loop.ts';
import { partOf, type StoredPart } from './message-files.ts';
import { pull, pullMessages } from './pull.ts';
import { endCutOff } from './receiving.ts';
import { resilientStorage } from './resilient-storage.ts';
import { type SavingStatus, savingStatus } from './saving-status.ts';
import { type ConversationStore, conversationStore } from './store.ts';
import type { ChangedBy } from './store-deps.ts';
import type { ShownConversation } from './store-reads.ts';
import { type Streamings, streamings } from './streaming.ts';
import { failureOf, filesApi, syncApi } from './sync-api.ts';
import { openTabs, type TabMessage } from './tabs.ts';

interface OwnedStoreNeeds {
  /** The account; null: nothing is ever pushed. */
  owner: string | null;
  /** Milliseconds since 1970, by the server's clock. */
  now(): number;
  mayOpen(): boolean;
  /** In another tab or on another device. */
  onChangedElsewhere(conversationIds: readonly string[]): void;
  onSavingStatus(status: SavingStatus): void;
  onNews(news: News): void;
  /** These conversations have changes that are not in the account yet. */
  onPending(conversations: readonly ShownConversation[]): void;
}

/** Where a requested conversation was found. */
export type Fetched = 'here' | 'missing' | 'offline';

export interface OwnedStore {
  owner: string | null;
  opened: Promise<ConversationStore>;
  /** Whether everything new is stored in memory only. */
  isInMemory(): boolean;
  streaming: Streamings;
  /** There is something to push or to fetch. */
  wake(): void;
  keepOpen(id: string): () => void;
  fetch(id: string, signal: AbortSignal): Promise<Fetched>;
  complete(id: string, signal: AbortSignal): Promise<Fetched>;
  /** A file of a message, fetched from the account if it is not here. Null: it is not available. */
  part(messageId: string, place: number, of: { name: string; mediaType: string }): Promise<StoredPart | null>;
  /** Resolves when everything is in the account. */
  pushed(): Promise<void>;
  /** Stops all callbacks; anything still written to it is lost. */
  close(): void;
}

/** Milliseconds between two pushes of a growing reply. */
const growingPause = 5_000;

const leading = lazy(() => import('./leader.ts').then((part) => part.leader));

/** The conversations of one owner in this tab: stored, listed, pushed and pulled, shared with other tabs. */
export function ownedStore(needs: OwnedStoreNeeds): OwnedStore {
  const { owner, now, onSavingStatus } = needs;
  const name = databaseName(owner);
  const api = owner === null ? null : syncApi(owner);
  const files = owner === null ? null : filesApi(owner);
  const open = new Map<string, number>();
  const openIds = () => new Set(open.keys());
  /** Those whose last messages are being fetched: only then is it known what else is missing. */
  const fetchingTails = new Set<string>();
  const cleanups: (() => void)[] = [];
  /** Checks again whether everything is in the account. */
  const waiters: (() => void)[] = [];
  let isClosed = false;
  let isInMemory = false;
  let lastStatus: SavingStatus = 'none';
  let leader: Leader | null = null;
  let isFetching = false;
  /** The page is hidden: the next piece of an answer is the last for a while. */
  let isLeaving = false;
  let growing: ReturnType<typeof setTimeout> | undefined;

  const tabs = openTabs(name, onTabMessage);
  const streaming = streamings({
    publish: (one) => tabs.publish({ type: 'streaming', streaming: one }),
    onIds: (ids) => isClosed || streamingConversations.dispatch(ids),
  });
  const opened = openStore();
  const list = opened.then((store) =>
    listReader(store, (change) => isClosed || conversations.dispatch(change)),
  );
  const status = savingStatus({
    hasPending: async () => (await opened).hasPending(),
    onStatus(one) {
      reportStatus(one);
      tabs.publish({ type: 'status', status: one });
    },
  });

  function reportStatus(one: SavingStatus) {
    lastStatus = isInMemory ? 'memory-only' : one;
    if (!isClosed) onSavingStatus(lastStatus);
  }

  async function openStore(): Promise<ConversationStore> {
    const storage = await resilientStorage({
      open: (late) => indexedDbStorage(name, { late }),
      mayReopen: () => !isClosed && needs.mayOpen(),
      makeRoom: async (full) => (await makeRoom(full, openIds())).length > 0,
      onMemory() {
        isInMemory = true;
        reportStatus('memory-only');
      },
      onLate() {
        isInMemory = false;
        reportStatus('none');
        void openedLate();
      },
      onClosed: () => void list.then((one) => one.reload()).catch(() => {}),
    });
    const store = conversationStore({ storage, now, changed });
    await endCutOff(store, now).catch(() => {});
    return store;
  }

  /** The database opened late: pages that did not find a conversation check again. */
  async function openedLate() {
    const store = await opened;
    await endCutOff(store, now).catch(() => {});
    await list.then((one) => one.reload()).catch(() => {});
    if (isClosed) return;
    needs.onChangedElsewhere((await store.list()).map(({ conversation_id }) => conversation_id));
    if (api) void reportPending();
    wake();
  }

  async function reportPending() {
    const pending = await (await opened).pendingConversations();
    if (!isClosed) needs.onPending(pending);
  }

  function reportPushed() {
    void reportPending();
    for (const look of waiters.splice(0)) look();
  }

  function refresh(ids: readonly string[]) {
    list.then((one) => one.refresh(ids)).catch(() => {});
  }

  function changed(ids: readonly string[], by: ChangedBy) {
    if (isClosed) return;
    tabs.publish({ type: 'changed', ids });
    refresh(ids);
    if (by === 'elsewhere') return needs.onChangedElsewhere(ids);
    status.recheck();
    if (by === 'here') {
      if (api) void reportPending();
      return wake();
    }
    growing ??= setTimeout(wake, isLeaving ? 0 : growingPause);
    isLeaving = false;
  }

  /** Sends unsaved changes at once: on a phone or a closed laptop, this page may never run again. */
  function onVisibility() {
    isLeaving = api !== null && document.visibilityState === 'hidden';
    if (isLeaving && growing !== undefined) wake();
  }

  function onTabMessage(news: TabMessage) {
    switch (news.type) {
      case 'changed':
        refresh(news.ids);
        if (api) void reportPending();
        return needs.onChangedElsewhere(news.ids);
      case 'pushed':
        reportPushed();
        return refresh(news.ids);
      case 'wake':
        return leader?.wakeIfLeader();
      case 'status':
        return reportStatus(news.status);
      case 'news':
        return needs.onNews(news.news);
      case 'streaming':
        return streaming.startedElsewhere(news.streaming);
      case 'hello':
        streaming.publishAll();
        if (lastStatus !== 'none' && !isInMemory) tabs.publish({ type: 'status', status: lastStatus });
    }
  }

  /** Loads the code that pushes and pulls. */
  function startLeading() {
    if (isFetching || isClosed || !api) return;
    isFetching = true;
    const stop = retry(leading, () => void opened.then(begin));
    cleanups.push(stop);
  }

  function begin(store: ConversationStore) {
    const start = leading.loaded();
    if (isClosed || leader || !start || owner === null || !api || !files) return;
    leader = start({
      account: owner,
      name,
      store,
      api,
      putFile: files.putFile,
      failureOf,
      now,
      open: () => [...open.keys()].filter((id) => !fetchingTails.has(id)),
      newest: () => (conversations.read() ?? []).slice(0, 20).map(({ id }) => id),
      onState: status.onSyncState,
      onPushed(sent, others) {
        refresh(sent);
        reportPushed();
        tabs.publish({ type: 'pushed', ids: sent });
        if (others.length > 0) changed(others, 'elsewhere');
      },
      onNews(news) {
        tabs.publish({ type: 'news', news });
        needs.onNews(news);
      },
    });
  }

  function wake() {
    clearTimeout(growing);
    growing = undefined;
    tabs.publish({ type: 'wake' });
    if (leader) leader.wake();
    else startLeading();
  }

  async function outcomeOf(act: () => Promise<void>, store: ConversationStore, id: string): Promise<Fetched> {
    try {
      await act();
      return 'here';
    } catch (error) {
      if (failureOf(error) === 'missing') return 'missing';
      return (await store.tail(id, 1)).messages.length > 0 ? 'here' : 'offline';
    }
  }

  async function fetch(id: string, signal: AbortSignal): Promise<Fetched> {
    const store = await opened;
    const part = await store.partOf(id);
    if (!api) return part === 'none' ? 'missing' : 'here';
    if (part === 'all' || part === 'tail') return 'here';
    fetchingTails.add(id);
    return outcomeOf(
      async () => {
        const { conversation, messages } = await api.tail(id, signal);
        signal.throwIfAborted();
        await store.pulledTail(conversation, messages);
      },
      store,
      id,
    ).finally(() => fetchingTails.delete(id));
  }

  /** Without an account, nobody else removes what was deleted a month ago. */
  async function removeExpired() {
    const store = await opened;
    const expired = (await store.list()).map(listed).filter((one) => isExpired(one, now()));
    for (const { id } of expired) await store.forget(id);
  }

  if (!api) cleanups.push(whenIdle(() => void removeExpired().catch(() => {})));
  else {
    cleanups.push(whenIdle(startLeading));
    // What was left over is sent without delay.
    void opened.then(async (store) => (await store.hasPending()) && startLeading());
    void reportPending();
    cleanups.push(
      whenIdle(() => {
        const sweeping = opened.then((store) =>
          sweep(store.storage, openIds(), () => pull(store, api, AbortSignal.timeout(30_000))),
        );
        // Without a connection everything stays.
        void sweeping.then(refresh, () => {});
      }, 30_000),
    );
  }
  document.addEventListener('visibilitychange', onVisibility);
  cleanups.push(() => document.removeEventListener('visibilitychange', onVisibility));
  refresh([]);
  tabs.publish({ type: 'hello' });

  return {
    owner,
    opened,
    isInMemory: () => isInMemory,
    streaming,
    wake,

    keepOpen(id) {
      open.set(id, (open.get(id) ?? 0) + 1);
      void opened.then(async (store) => {
        await store.markOpened(id);
        if ((await store.behind([id], [])).open.length > 0) wake();
      });
      return () => {
        const left = (open.get(id) ?? 1) - 1;
        if (left > 0) open.set(id, left);
        else open.delete(id);
      };
    },

    fetch,

    async complete(id, signal) {
      const store = await opened;
      const found = await fetch(id, signal);
      if (found !== 'here' || !api || (await store.partOf(id)) === 'all') return found;
      return outcomeOf(() => pullMessages(store, api, id, signal), store, id);
    },

    async part(messageId, place, { name: fileName, mediaType }) {
      const store = await opened;
      const here = await store.file<StoredPart>(messageId, partName(place));
      if (here || !files) return here ?? null;
      try {
        const part = await partOf(await files.file(messageId, place), fileName, mediaType);
        await store.fileFetched(messageId, place, part);
        return part;
      } catch {
        return null;
      }
    },

    async pushed() {
      const store = await opened;
      while (api && (await store.hasPending())) {
        const next = new Promise<void>((look) => waiters.push(look));
        wake();
        await next;
      }
    },

    close() {
      isClosed = true;
      for (const one of cleanups) one();
      clearTimeout(growing);
      status.stop();
      leader?.stop();
      tabs.close();
      void opened.then((store) => store.close());
    },
  };
}
