import type { Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import type { LongPolls } from '../../platform/feed/long-polls.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { SignedIn } from '../../platform/http/serve.ts';
import type { FeedSource } from '../../platform/live/feed-source.ts';
import { type MessageFileDeps, messageFiles } from './message-files.ts';
import { personalData } from './personal-data.ts';
import { pulling } from './pull.ts';
import { purging } from './purge.ts';
import { type PushDeps, pushing } from './push.ts';

export interface ConversationServiceDeps extends Omit<PushDeps, 'erased'>, MessageFileDeps {
  polls: Pick<LongPolls, 'open'>;
  /** Of the last change of the notifications in a feed. */
  notificationsSeq?: (feed: number) => Promise<number>;
  log: (message: string, error: unknown) => void;
}

/** What accounts store of their conversations. */
export function conversationService({ polls, log, ...deps }: ConversationServiceDeps) {
  const pull = pulling(deps);
  const { release: releaseFiles } = deps.carried;
  const { purge, stop } = purging({ ...deps, releaseFiles });
  // What fails is tried again with the next sweep.
  const erased = () => void purge().catch((error) => log('purge', error));

  const nobody: ReadonlySet<string> = new Set();
  /** The feed of an account is its owner's alone. */
  const feedSource: FeedSource = {
    kind: 'account',
    watchers: async (id, userIds) => new Map(userIds.includes(id) ? [[id, nobody]] : []),
    async rowsAfter(userId, _, after) {
      const { conversations, head, more } = await pull.changes(userId, after);
      return { rows: { conversations }, head, more };
    },
  };

  return {
    ...pull,
    feedSource,
    push: pushing({ ...deps, erased }),
    ...messageFiles(deps),
    personalData: personalData(deps),
    /** What an account's conversations take of its room for text. */
    bytesOf: async (userId: string, on: Queries) => (await feedStore(on).of(userId))?.bytes ?? 0,
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
