import { tabSocket } from '../../../api/tab-socket.ts';
import { inTurn, queryLocks } from '../../../lib/page/locks.ts';
import { browserClock } from '../../../lib/schedule/clock.ts';
import { whenIdle } from '../../../lib/schedule/idle.ts';
import { type LoopNeeds, type SyncLoop, type SyncState, syncLoop } from './loop.ts';

interface LeaderNeeds
  extends Pick<
    LoopNeeds,
    'store' | 'api' | 'putFile' | 'failureOf' | 'now' | 'onPushed' | 'onNews' | 'open' | 'newest'
  > {
  account: string;
  /** The name of the lock: tabs with the same one take turns. */
  name: string;
  onState(state: SyncState): void;
  /** This tab is visible, and waits for its turn to lead: a hidden one may leave it the place. */
  onWaiting(): void;
  page?: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

export interface Leader {
  /** There is something to push or to fetch. */
  wake(): void;
  /** The same, if this tab is already the leader. */
  wakeIfLeader(): void;
  stop(): void;
}

/**
 * Pushes and pulls while this tab is the leader: a visible tab, or a hidden one with something to push. Without locks, all
 * of them are.
 */
export function leader({ account, name, page = document, ...needs }: LeaderNeeds): Leader {
  let leadership: AbortController | null = null;
  let loop: SyncLoop | null = null;
  const isVisible = () => page.visibilityState === 'visible';

  function start(signal: AbortSignal): Promise<void> {
    return new Promise((left) => {
      if (signal.aborted) return left();
      loop = syncLoop({
        ...needs,
        socket: () => tabSocket(account),
        random: Math.random,
        after: browserClock.after,
        isVisible,
        idle: () => new Promise((idle) => void whenIdle(idle)),
        onState(state) {
          needs.onState(state);
          // Browsers freeze hidden tabs: one frozen while holding the lock would hold up all others.
          if (state === 'paused' || state === 'signed-out') release();
          else if (state === 'backoff' || state === 'full') void giveWay();
        },
        onHidden: () => void giveWay(),
      });
      signal.addEventListener('abort', () => left());
    });
  }

  function acquire() {
    if (leadership) return;
    leadership = new AbortController();
    const { signal } = leadership;
    // Rejects if it is aborted while waiting for its turn.
    inTurn(name, () => start(signal), { signal }).catch(() => {});
    if (isVisible()) needs.onWaiting();
  }

  function release() {
    loop?.stop();
    loop = null;
    leadership?.abort();
    leadership = null;
  }

  /** From now on another tab says what is saved. */
  function leave() {
    const wasLeading = loop !== null;
    release();
    if (wasLeading) needs.onState('paused');
  }

  /** A hidden tab that cannot push, or only sends files, leaves its place to one that waits for it, and pulls. */
  async function giveWay() {
    if (isVisible()) return;
    const { pending = [] } = await queryLocks();
    if (!isVisible() && pending.some((one) => one.name === name)) leave();
  }

  function wake() {
    if (loop) loop.wake();
    else acquire();
  }

  function onVisibility() {
    if (isVisible() || loop) wake();
    else release();
  }

  function onPageShow({ persisted }: PageTransitionEvent) {
    if (persisted) wake();
  }

  const stopping = new AbortController();
  const listening = { signal: stopping.signal };
  page.addEventListener('visibilitychange', onVisibility, listening);
  addEventListener('online', wake, listening);
  addEventListener('focus', wake, listening);
  // A page that holds a lock would not enter the back/forward cache.
  addEventListener('pagehide', leave, listening);
  addEventListener('pageshow', onPageShow, listening);
  wake();
  return {
    wake,
    wakeIfLeader: () => loop?.wake(),
    stop() {
      stopping.abort();
      release();
    },
  };
}
