import type { Friendship } from '@polylogue/contract';

/** People's relations, from the domain that knows them; every query is for many people at once. */
export interface Relations {
  /** The ids of a person's friends. */
  friends(of: string): Promise<string[]>;
  /** The relation of each of these to the person; those left out are strangers. */
  friendships(of: string, to: readonly string[]): Promise<Map<string, Exclude<Friendship, 'self'>>>;
  /** Those of these with a block between them and the person, in either direction. */
  blockedEitherWay(of: string, to: readonly string[]): Promise<Set<string>>;
}

/** For the command line, where there is no viewer. */
export const strangers: Relations = {
  friends: async () => [],
  friendships: async () => new Map(),
  blockedEitherWay: async () => new Set(),
};
