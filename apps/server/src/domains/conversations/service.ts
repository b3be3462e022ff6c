import type { Queries } from '../../platform/database/database.ts';
import { feedStore } from '../../platform/feed/feeds.ts';
import type { LongPolls } from '../../platform/feed/long-polls.ts';
import { refuse } from '../../platform/http/refuse.ts';
import type { SignedIn } from '../../platform/http/serve.ts';
import type { FeedSource } from '../../platform/live/feed-source.ts';
import { messageFiles } from './message-files.ts';
import { personalData } from './personal-data.ts';
import { pulling } from './pull.ts';
import { purging } from './purge.ts';
import { type PushDeps, pushing } from './push.ts';
import { type RecordFileDeps, recordFiles } from './record-files.ts';
import { type ConversationSearchDeps, searchingConversations } from './search/searching.ts';
import { usageStore } from './usage-store.ts';

export { conversationSource } from './search/index-source.ts';

export interface ConversationServiceDeps
  extends Omit<PushDeps, 'erased' | 'recordsWritten'>,
    RecordFileDeps,
    Omit<ConversationSearchDeps, 'database'> {
  polls: Pick<LongPolls, 'open'>;
  /** The number of the last change to the notifications in a feed. */
  notificationsSeq?: (feed: number) => Promise<number>;
  /** Another one after the database was restored from a backup. */
  history: () => Promise<string>;
  log: (message: string, error: unknown) => void;
}

/** How many conversations are sent over a socket in one frame; browsers fetch more. */
const mostAtOnce = 20;

/** How many are listed with what they cost. */
const mostConversations = 5_000;

/** The conversations stored in accounts. */
export function conversationService({ polls, log, ...deps }: ConversationServiceDeps) {
  const pull = pulling(deps);
  const changes = async (userId: string, after: number) => ({
    ...(await pull.changes(userId, after)),
    history: await deps.history(),
  });
  const { release: releaseFiles } = deps.attachments;
  const { purge, stop } = purging({ ...deps, releaseFiles });
  // The next sweep repeats what fails.
  const erased = () => void purge().catch((error) => log('purge', error));

  const { recordsWritten, ...files } = recordFiles(deps);

  const owner = { hidden: new Set<string>(), mayWrite: false };
  /** An account's feed is visible to its owner only. */
  const feedSource: FeedSource = {
    kind: 'account',
    watchers: async (id, userIds) => new Map(userIds.includes(id) ? [[id, owner]] : []),
    async rowsAfter(id, after) {
      const { conversations, records, head, more, notifications_seq } = await pull.changes(
        id,
        after,
        mostAtOnce,
      );
      const notifications = notifications_seq > after ? [notifications_seq] : [];
      const rows = { conversations, records, notifications };
      return { rowsFor: () => rows, head, more };
    },
  };

  return {
    ...pull,
    feedSource,
    push: pushing({ ...deps, recordsWritten, erased }),
    ...messageFiles(deps),
    ...files,
    search: searchingConversations(deps),
    personalData: personalData(deps),
    /** What the answers of these days (both included) used and cost. */
    async usage(
      userId: string,
      { from, to, without = '' }: { from: number; to: number; without?: string | undefined },
    ) {
      const feed = await feedStore(deps.database.db).of(userId);
      if (!feed) return { days: [], conversations: [] };
      const usage = usageStore(deps.database.reading);
      const asked = { feed: feed.feed, from, to, without: without.split(',') };
      return {
        days: await usage.byDay(asked),
        conversations: await usage.byConversation(asked, mostConversations),
      };
    },
    /** How much of an account's text quota its conversations use. */
    bytesOf: async (userId: string, on: Queries) => (await feedStore(on).of(userId))?.bytes ?? 0,
    sweep: purge,
    stop,

    /** What changed after a number, and in which database; waits for a change, at most this many seconds. */
    async pull({ userId, signInId }: SignedIn, after: number, seconds: number, disconnected: AbortSignal) {
      if (seconds === 0) return changes(userId, after);
      const poll = polls.open({
        ownerId: userId,
        userId,
        signInId,
        after,
        wait: seconds * 1000,
        disconnected,
      });
      try {
        const current = await changes(userId, after);
        if (current.head > after) return current;
        const outcome = await poll.ended;
        if (outcome === 'signed-out') return signedOut();
        return outcome === 'changed' ? await changes(userId, after) : current;
      } finally {
        poll.close();
      }
    },
  };
}
export type ConversationService = ReturnType<typeof conversationService>;

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Sign in again.', { 'www-authenticate': 'Bearer' });
}
