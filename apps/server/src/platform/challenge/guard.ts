import type { ChallengeAction } from '@polylogue/contract';

/**
 * Returns if `token` (the header X-Challenge-Token) proves a solved challenge for this action, and uses it up.
 * Otherwise refuses with 'challenge-failed' and the sentence for that action's form.
 */
export type ChallengeGuard = (
  action: ChallengeAction,
  token: string | undefined,
  /** The caller's address, as serve() knows it. */
  address: string,
) => Promise<void>;
