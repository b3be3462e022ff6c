import { whenIdle } from '../../../lib/schedule/idle.ts';
import { conversations } from '../../conversation/list/index.ts';
import { sweep } from '../storage/capacity.ts';
import type { ConversationStore } from '../store/store.ts';
import { type PendingWork, unpushed } from '../store/unpushed.ts';
import { type Leader, leader } from './leader.ts';
import type { News, SyncState } from './loop.ts';
import { pull } from './pull.ts';
import { failureOf, filesApi, syncApi } from './sync-api.ts';
import type { TabMessage } from './tabs.ts';

interface ExchangeNeeds {
  account: string;
  /** The name of its database. */
  name: string;
  opened: Promise<ConversationStore>;
  now(): number;
  /** The ids of the conversations on the screen. */
  open(): ReadonlySet<string>;
  /** Of these it is not known what is missing. */
  isUnknown(id: string): boolean;
  onState(state: SyncState): void;
  /** The account has accepted something in the conversations `sent`; in those of `changed` it shows. */
  onPushed(sent: readonly string[], changed: readonly string[]): void;
  onNews(news: News): void;
  /** This is not in the account yet. */
  onPending(pending: PendingWork): void;
  /** These lost their messages here, to make room. */
  onEvicted(ids: readonly string[]): void;
  /** Tells the other tabs. */
  publish(message: TabMessage): void;
}

/** Milliseconds between two pushes of a growing reply. */
const growingPause = 5_000;

/** Pushes what is in a store to its account, and pulls what is new there. */
export function exchangeWith(needs: ExchangeNeeds) {
  const { account, opened, open, publish } = needs;
  const api = syncApi(account);
  const pending = unpushed({ opened, wake, onPending: needs.onPending });
  const stopped = new AbortController();
  let leading: Leader | null = null;
  let growing: ReturnType<typeof setTimeout> | undefined;
  /** The page is hidden: the next piece of an answer is the last for a while. */
  let isLeaving = false;

  async function start() {
    const store = await opened;
    if (stopped.signal.aborted) return;
    leading ??= leader({
      account,
      name: needs.name,
      store,
      api,
      putFile: filesApi(account).putFile,
      failureOf,
      now: needs.now,
      open: () => [...open()].filter((id) => !needs.isUnknown(id)),
      newest: () => (conversations.read() ?? []).slice(0, 20).map(({ id }) => id),
      onState: needs.onState,
      onWaiting: () => publish({ type: 'wake' }),
      onPushed(sent, changed) {
        pending.pushed();
        publish({ type: 'pushed', ids: sent });
        needs.onPushed(sent, changed);
      },
      onNews(news) {
        publish({ type: 'news', news });
        needs.onNews(news);
      },
    });
  }

  /** There is something to push or to fetch. */
  function wake() {
    clearTimeout(growing);
    growing = undefined;
    publish({ type: 'wake' });
    if (leading) leading.wake();
    else void start();
  }

  /** Sends unsaved changes at once: on a phone or a closed laptop, this page may never run again. */
  function onVisibility() {
    isLeaving = document.visibilityState === 'hidden';
    if (isLeaving && growing !== undefined) wake();
  }
  document.addEventListener('visibilitychange', onVisibility, stopped);

  const callOffStart = whenIdle(() => void start());
  // What was left over is sent without delay.
  void opened.then(async (store) => (await store.hasPending()) && start());
  pending.changed();
  const callOffSweep = whenIdle(() => {
    const sweeping = opened.then(async (store) => {
      await store.removeDeletedFiles();
      return sweep(store.storage, open(), () => pull(store, api, AbortSignal.timeout(30_000)));
    });
    // Without a connection everything stays.
    void sweeping.then(needs.onEvicted, () => {});
  }, 30_000);

  return {
    wake,
    /** There is something to push or to fetch, says another tab. */
    wakeIfLeader: () => leading?.wakeIfLeader(),
    /** A piece of an answer was stored. */
    grew() {
      growing ??= setTimeout(wake, isLeaving ? 0 : growingPause);
      isLeaving = false;
    },
    pending,
    /** Something here has changed that the account does not have. */
    changed() {
      pending.changed();
      wake();
    },
    stop() {
      stopped.abort();
      callOffStart();
      callOffSweep();
      clearTimeout(growing);
      leading?.stop();
    },
  };
}
