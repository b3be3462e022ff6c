import { lazy } from '../../lib/lazy/lazy.ts';
import { retry } from '../../lib/lazy/retry.ts';
import type { Leader, leader as startLeader } from './leader.ts';
import type { ConversationStore } from './store.ts';

interface PushingNeeds {
  opened: Promise<ConversationStore>;
  lead(start: typeof startLeader, store: ConversationStore): Leader;
  /** Tells the other tabs. */
  publishWake(): void;
}

/** Milliseconds between two pushes of a growing reply. */
const growingPause = 5_000;

const leaderCode = lazy(() => import('./leader.ts').then((part) => part.leader));

/** Decides when this tab pushes and fetches, with code that is loaded when it first does. */
export function startPushing({ opened, lead, publishWake }: PushingNeeds) {
  let leader: Leader | null = null;
  let stopLoading: (() => void) | null = null;
  let isStopped = false;
  let growing: ReturnType<typeof setTimeout> | undefined;
  /** The page is hidden: the next piece of an answer is the last for a while. */
  let isLeaving = false;

  async function begin() {
    const store = await opened;
    const start = leaderCode.loaded();
    if (start && !isStopped) leader ??= lead(start, store);
  }

  function start() {
    if (!isStopped) stopLoading ??= retry(leaderCode, () => void begin());
  }

  function wake() {
    clearTimeout(growing);
    growing = undefined;
    publishWake();
    if (leader) leader.wake();
    else start();
  }

  /** Sends unsaved changes at once: on a phone or a closed laptop, this page may never run again. */
  function onVisibility() {
    isLeaving = document.visibilityState === 'hidden';
    if (isLeaving && growing !== undefined) wake();
  }
  document.addEventListener('visibilitychange', onVisibility);

  return {
    start,
    /** There is something to push or to fetch. */
    wake,
    /** The same, said by another tab. */
    wakeIfLeader: () => leader?.wakeIfLeader(),
    /** A piece of an answer was stored. */
    grew() {
      growing ??= setTimeout(wake, isLeaving ? 0 : growingPause);
      isLeaving = false;
    },
    stop() {
      isStopped = true;
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(growing);
      stopLoading?.();
      leader?.stop();
    },
  };
}
