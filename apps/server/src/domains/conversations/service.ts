import type { LongPolls } from '../../platform/feed/long-polls.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { SignedIn } from '../../platform/http/serve.ts';
import { type MessageFileDeps, messageFiles } from './message-files.ts';
import { personalData } from './personal-data.ts';
import { pulling } from './pull.ts';
import { purging } from './purge.ts';
import { type PushDeps, pushing } from './push.ts';

export interface ConversationServiceDeps extends Omit<PushDeps, 'changed' | 'erased'>, MessageFileDeps {
  polls: LongPolls;
  log: (message: string, error: unknown) => void;
}

/** What accounts store of their conversations. */
export function conversationService({ polls, log, ...deps }: ConversationServiceDeps) {
  const pull = pulling(deps);
  const { changed } = polls;
  const { release: releaseFiles } = deps.carried;
  const { purge, stop } = purging({ ...deps, changed, releaseFiles });
  // What fails is tried again with the next sweep.
  const erased = () => void purge().catch((error) => log('purge', error));

  return {
    ...pull,
    push: pushing({ ...deps, changed, erased }),
    ...messageFiles(deps),
    personalData: personalData(deps),
    sweep: purge,
    stop,

    /** What changed after a number, at the latest after so many seconds. */
    async pull({ userId, signInId }: SignedIn, after: number, seconds: number, left: AbortSignal) {
      if (seconds === 0) return pull.changes(userId, after);
      const poll = polls.open({ ownerId: userId, signInId, after, wait: seconds * 1000, left });
      try {
        const there = await pull.changes(userId, after);
        if (there.head > after) return there;
        const outcome = await poll.ended;
        if (outcome === 'signed-out') return signedOut();
        return outcome === 'changed' ? await pull.changes(userId, after) : there;
      } finally {
        poll.close();
      }
    },
  };
}
export type ConversationService = ReturnType<typeof conversationService>;

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Please sign in again.', { 'www-authenticate': 'Bearer' });
}
