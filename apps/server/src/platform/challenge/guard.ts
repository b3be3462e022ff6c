import type { ChallengeAction } from '@polylogue/contract';

/**
 * Returns when `token` (the header X-Challenge-Token) proves a challenge solved for this action, and spends it.
 * Refuses otherwise: 'challenge-failed' with the sentence of that action's form.
 */
export type ChallengeGuard = (
  action: ChallengeAction,
  token: string | undefined,
  /** Of the caller, as serve() knows it. */
  address: string,
) => Promise<void>;
