import { openChannel } from '../../../lib/page/channel.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import {
  conversations,
  isExpired,
  isListWhole,
  listed,
  streamingConversations,
} from '../../conversation/list/index.ts';
import { isRecordListWhole, records, type StoredFields } from '../../record/list/index.ts';
import { exchangeWith } from '../exchange/exchange.ts';
import { type Fetching, fetching } from '../exchange/fetching.ts';
import type { News } from '../exchange/loop.ts';
import { type SavingStatus, watchSaving } from '../exchange/saving-status.ts';
import { type Streamings, streamings } from '../exchange/streaming.ts';
import type { TabMessage } from '../exchange/tabs.ts';
import { makeRoom } from '../storage/capacity.ts';
import { databaseName, indexedDbStorage } from '../storage/indexed-db.ts';
import { resilientStorage } from '../storage/resilient-storage.ts';
import { listReader } from '../store/list-reader.ts';
import { endCutOff, heardOf } from '../store/receiving.ts';
import { readRecords } from '../store/record-reader.ts';
import { type ConversationStore, storeOver } from '../store/store.ts';
import type { ChangedBy } from '../store/store-deps.ts';
import type { PendingWork } from '../store/unpushed.ts';
import { onScreen } from './on-screen.ts';

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
  /** This is not in the account yet. */
  onPending(pending: PendingWork): void;
}

export interface OwnedStore {
  owner: string | null;
  opened: Promise<ConversationStore>;
  /** Whether everything new is stored in memory only. */
  isInMemory(): boolean;
  /** Whether something was written since then. */
  isWrittenInMemory(): boolean;
  streaming: Streamings;
  fetching: Fetching;
  /** There is something to push or to fetch. */
  wake(): void;
  keepOpen(id: string): () => void;
  /** Resolves when everything is in the account. */
  pushed(): Promise<void>;
  /** Stops all callbacks; anything still written to it is lost. */
  close(): void;
}

/** The conversations of one owner in this tab: stored, listed, pushed and pulled, shared with other tabs. */
export function ownedStore(needs: OwnedStoreNeeds): OwnedStore {
  const { owner, now } = needs;
  const name = databaseName(owner);
  const open = onScreen();
  let isClosed = false;

  const tabs = openChannel<TabMessage>(name, (news) =>
    heard(news, { list, refreshRecords, account, status, streaming, needs }),
  );
  const streaming = streamings({
    publish: (one) => tabs.postMessage({ type: 'streaming', streaming: one }),
    onIds: (ids) => isClosed || streamingConversations.dispatch(ids),
  });
  const status = watchSaving({
    hasPending: async () => (await opened).hasPending(),
    onStatus: (one) => isClosed || needs.onSavingStatus(one),
    publish: (one) => tabs.postMessage({ type: 'status', status: one }),
  });
  const opened = openStore({
    ...needs,
    name,
    changed,
    recordsChanged,
    openIds: open.ids,
    mayOpen: () => !isClosed && needs.mayOpen(),
    setInMemory: status.setInMemory,
    onLate: () => void openedLate(),
    onClosed: () => {
      void list.reload();
      refreshRecords();
    },
  });
  const tellWhole = (isWhole: boolean) => isClosed || isListWhole.dispatch(isWhole || owner === null);
  const list = listReader(opened, (change) => isClosed || conversations.dispatch(change), tellWhole);
  const refreshRecords = readRecords(opened, (...read) => isClosed || tellRecords(owner, ...read));
  const fetches = fetching(opened, owner);
  const account =
    owner === null
      ? null
      : exchangeWith({
          ...needs,
          account: owner,
          name,
          opened,
          open: open.ids,
          isUnknown: (id) => fetches.tails.has(id),
          onState: status.onSyncState,
          onPushed(sent, others) {
            void list.refresh(sent);
            if (others.length > 0) changed(others, 'elsewhere');
          },
          onPending: (pending) => isClosed || needs.onPending(pending),
          onEvicted: list.refresh,
          publish: (one) => tabs.postMessage(one),
        });

  /** The database opened late: pages that did not find a conversation check again. */
  async function openedLate() {
    const store = await opened;
    await endCutOff(store, now).catch(() => {});
    await list.reload();
    refreshRecords();
    if (isClosed) return;
    needs.onChangedElsewhere((await store.list()).map(({ conversation_id }) => conversation_id));
    account?.changed();
  }

  function changed(ids: readonly string[], by: ChangedBy) {
    if (isClosed) return;
    tabs.postMessage({ type: 'changed', ids });
    void list.refresh(ids);
    if (by === 'elsewhere') return needs.onChangedElsewhere(ids);
    status.recheck();
    return by === 'growing' ? account?.grew() : account?.changed();
  }

  function recordsChanged(by: ChangedBy) {
    if (isClosed) return;
    tabs.postMessage({ type: 'records' });
    refreshRecords();
    if (by === 'elsewhere') return;
    status.recheck();
    account?.changed();
  }

  // Without an account, nobody else removes what was deleted a month ago.
  const callOffRemoval = account ? () => {} : whenIdle(() => void removeExpired(opened, now).catch(() => {}));
  void list.refresh([]);
  refreshRecords();
  tabs.postMessage({ type: 'hello' });

  return {
    owner,
    opened,
    isInMemory: status.isInMemory,
    isWrittenInMemory: status.isWrittenInMemory,
    streaming,
    fetching: fetches,
    wake: () => account?.wake(),

    keepOpen(id) {
      void opened.then(async (store) => {
        await store.markOpened(id);
        if ((await store.behind([id], [])).open.length > 0) account?.wake();
      });
      return open.add(id);
    },

    pushed: async () => account?.pending.none(),

    close() {
      isClosed = true;
      callOffRemoval();
      account?.stop();
      status.stop();
      tabs.close();
      void opened.then((store) => store.close());
    },
  };
}

function tellRecords(owner: string | null, all: readonly StoredFields[], isWhole: boolean) {
  isRecordListWhole.dispatch(isWhole || owner === null);
  records.dispatch(all);
}

interface Parts {
  list: ReturnType<typeof listReader>;
  refreshRecords(): void;
  account: ReturnType<typeof exchangeWith> | null;
  status: ReturnType<typeof watchSaving>;
  streaming: Streamings;
  needs: OwnedStoreNeeds;
}

/** What another tab says. */
function heard(news: TabMessage, { list, refreshRecords, account, status, streaming, needs }: Parts) {
  switch (news.type) {
    case 'changed':
      void list.refresh(news.ids);
      status.recheck();
      account?.pending.changed();
      return needs.onChangedElsewhere(news.ids);
    case 'records':
      refreshRecords();
      status.recheck();
      return account?.pending.changed();
    case 'pushed':
      account?.pending.pushed();
      return void list.refresh(news.ids);
    case 'wake':
      return account?.wakeIfLeader();
    case 'status':
      return status.report(news.status);
    case 'news':
      return needs.onNews(news.news);
    case 'streaming':
      streaming.startedElsewhere(news.streaming);
      if (heardOf(news.streaming.messageId)) needs.onChangedElsewhere([news.streaming.conversationId]);
      return;
    case 'hello':
      streaming.publishAll();
      status.publish();
  }
}

interface OpeningNeeds extends Pick<OwnedStoreNeeds, 'now' | 'mayOpen'> {
  name: string;
  changed(ids: readonly string[], by: ChangedBy): void;
  recordsChanged(by: ChangedBy): void;
  openIds(): ReadonlySet<string>;
  setInMemory(isInMemory: boolean): void;
  /** The database has opened late. */
  onLate(): void;
  /** It was closed from outside, and may have been erased. */
  onClosed(): void;
}

async function openStore({
  name,
  now,
  changed,
  recordsChanged,
  setInMemory,
  ...needs
}: OpeningNeeds): Promise<ConversationStore> {
  const storage = await resilientStorage({
    open: (late) => indexedDbStorage(name, { late }),
    mayReopen: needs.mayOpen,
    makeRoom: async (full) => (await makeRoom(full, needs.openIds())).length > 0,
    onMemory: () => setInMemory(true),
    onLate() {
      setInMemory(false);
      needs.onLate();
    },
    onClosed: needs.onClosed,
  });
  const store = storeOver({ storage, now, changed, recordsChanged });
  await endCutOff(store, now).catch(() => {});
  return store;
}

async function removeExpired(opened: Promise<ConversationStore>, now: () => number) {
  const store = await opened;
  const expired = (await store.list()).map(listed).filter((one) => isExpired(one, now()));
  for (const { id } of expired) await store.forget(id);
  await store.removeDeletedFiles();
}
