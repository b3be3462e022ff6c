import type { Friendship } from '@polylogue/contract';

/** How people stand to each other, as told by the domain that knows; everything is asked for many at once. */
export interface Relations {
  /** The ids of a person's friends. */
  friends(of: string): Promise<string[]>;
  /** How each of these stands to the one who asks; who is left out is a stranger. */
  friendships(of: string, to: readonly string[]): Promise<Map<string, Exclude<Friendship, 'self'>>>;
  /** Who of these has blocked the one who asks, or is blocked by them. */
  blockedEitherWay(of: string, to: readonly string[]): Promise<Set<string>>;
}

/** Where nobody asks about anybody: the command line. */
export const strangers: Relations = {
  friends: async () => [],
  friendships: async () => new Map(),
  blockedEitherWay: async () => new Set(),
};
