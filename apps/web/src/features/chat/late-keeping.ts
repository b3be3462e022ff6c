import { lazy } from '../../lib/lazy/lazy.ts';
import { retry } from '../../lib/lazy/retry.ts';
import type { ThreadEvent, ThreadState } from '../thread/index.ts';
import type { KeptConversation, KeptConversationOptions } from './storing/kept-conversation.ts';

// The text box must not wait for the code that stores conversations.
export const keepingCode = lazy(() => import('./storing/kept-conversation.ts'));

/** Shows and stores a conversation once the code for it has loaded; events before that are passed on then. */
export function lateKeeping(options: KeptConversationOptions) {
  let kept: KeptConversation | null = null;
  let stopLoading = () => {};
  const waiting: [ThreadEvent, ThreadState][] = [];

  async function begin(): Promise<KeptConversation> {
    const { keepConversation } = await keepingCode.fetch();
    if (kept) return kept;
    kept = keepConversation(options);
    for (const [event, state] of waiting.splice(0)) kept.onEvent(event, state);
    return kept;
  }

  return {
    begin(onFailed: () => void) {
      stopLoading = retry(keepingCode, () => void begin());
      keepingCode.fetch().catch(onFailed);
    },
    onEvent(event: ThreadEvent, state: ThreadState) {
      if (kept) kept.onEvent(event, state);
      else waiting.push([event, state]);
    },
    /** Resolves once everything stored that can be loaded is in the thread. */
    loaded: async () => (await begin()).loaded(),
    /** Whether some event is not stored yet. */
    isBusy: () => waiting.length > 0 || kept?.isBusy() === true,
    act: (type: 'delete' | 'restore') => kept?.act(type),
    flush: () => kept?.flush(),
    stop: () => (kept ? kept.stop() : stopLoading()),
  };
}
