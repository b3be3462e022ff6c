import { type LongPollDeps, longPolls } from '../../../platform/feed/long-polls.ts';

/** Long polls for changes in a space. */
export function spaceLongPolls({ heads, ...deps }: LongPollDeps) {
  const waiting = new Map<string, Set<{ userId: string }>>();
  const keyOf = (spaceId: string, userId: string) => `${spaceId} ${userId}`;

  const polls = longPolls({
    ...deps,
    async heads(keys) {
      const spaceIds = [...new Set(keys.map((key) => key.slice(0, key.indexOf(' '))))];
      const found = await heads(spaceIds);
      return new Map(keys.map((key) => [key, found.get(key.slice(0, key.indexOf(' '))) ?? 0]));
    },
  });

  return {
    open(
      spaceId: string,
      userId: string,
      wanted: { signInId: string; after: number; wait: number; disconnected: AbortSignal },
    ) {
      const poll = polls.open({ ...wanted, userId, ownerId: keyOf(spaceId, userId) });
      const here = waiting.get(spaceId) ?? new Set();
      const one = { userId };
      waiting.set(spaceId, here.add(one));
      void poll.ended.then(() => {
        here.delete(one);
        if (here.size === 0 && waiting.get(spaceId) === here) waiting.delete(spaceId);
      });
      return poll;
    },

    /** Ends the polls of everyone in the space. */
    changed(spaceId: string, head: number) {
      const userIds = new Set([...(waiting.get(spaceId) ?? [])].map(({ userId }) => userId));
      for (const userId of userIds) polls.changed(keyOf(spaceId, userId), head);
    },

    close: polls.close,

    /** How many spaces have polls. */
    size: () => waiting.size,
  };
}
