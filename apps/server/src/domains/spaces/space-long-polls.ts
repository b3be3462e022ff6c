import { type LongPollDeps, longPolls } from '../../platform/feed/long-polls.ts';

/** Long polls for changes in a space. Each person has separate polls for each space. */
export function spaceLongPolls({ heads, ...deps }: LongPollDeps) {
  const waiting = new Map<string, Set<string>>();
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
      const userIds = waiting.get(spaceId) ?? new Set();
      waiting.set(spaceId, userIds.add(userId));
      return polls.open({ ...wanted, ownerId: keyOf(spaceId, userId) });
    },

    /** Ends the polls of everyone in the space; opening another one registers them again. */
    changed(spaceId: string, head: number) {
      const userIds = waiting.get(spaceId);
      if (!userIds) return;
      waiting.delete(spaceId);
      for (const userId of userIds) polls.changed(keyOf(spaceId, userId), head);
    },

    close: polls.close,
  };
}
