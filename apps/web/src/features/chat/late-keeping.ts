import { lazy } from '../../lib/lazy/lazy.ts';
import { retry } from '../../lib/lazy/retry.ts';
import { toast } from '../../ui/index.ts';
import type { ThreadEvent, ThreadState } from '../thread/index.ts';
import type { KeptConversation, KeptConversationOptions } from './storing/kept-conversation.ts';
import { errorToast } from './words.ts';

// The text box must not wait for the code that stores conversations.
export const keepingCode = lazy(() => import('./storing/kept-conversation.ts'));

interface LateKeepingOptions extends Omit<KeptConversationOptions, 'missed'> {
  /** Whether none of it is stored. */
  isTemporary(): boolean;
}

/** Shows and stores a conversation once the code for it has loaded, with the events before that. */
export function lateKeeping({ isTemporary, ...options }: LateKeepingOptions) {
  let kept: KeptConversation | null = null;
  let stopLoading = () => {};
  const missed: [ThreadEvent, ThreadState][] = [];
  const stopWaiting = options.thread.onEvent((...event) => {
    if (!isTemporary()) missed.push(event);
  });

  async function begin(): Promise<KeptConversation> {
    const { keepConversation } = await keepingCode.fetch();
    if (kept) return kept;
    stopWaiting();
    kept = keepConversation({ ...options, missed: missed.splice(0) });
    return kept;
  }

  const loaded = () =>
    begin().then(
      (keeping) => keeping.loaded(),
      () => {},
    );

  function isWhole(done: string): boolean {
    const { hasMore } = options.thread.read();
    if (hasMore) toast(errorToast('The earlier messages could not be loaded', done));
    return !hasMore;
  }

  return {
    begin(onFailed: () => void) {
      stopLoading = retry(keepingCode, () => void begin());
      keepingCode.fetch().catch(onFailed);
    },
    /** Resolves once everything stored that can be loaded is in the thread. */
    loaded,
    /** The same for a question; rejects where the conversation is not here. */
    async loadedToAsk(signal: AbortSignal) {
      await loaded();
      // It is not stored either: its text is in the box on the next visit.
      const absence = kept?.absence();
      if (absence) throw new Error(absence.title);
      if (!signal.aborted) isWhole('This question was sent without them');
    },
    /** Resolves once everything that can be loaded is here. Returns whether that is all; if not, a toast says what was done. */
    async whole(done: string): Promise<boolean> {
      await loaded();
      return isWhole(done);
    },
    /** Why nothing may be asked. */
    refusal: () => kept?.absence(),
    /** Whether some event is not stored yet. */
    isBusy: () => missed.length > 0 || kept?.isBusy() === true,
    act: (type: 'delete' | 'restore') => kept?.act(type),
    flush: () => kept?.flush(),
    stop: () => (kept ? kept.stop() : stopLoading()),
  };
}
