import type { Reply } from '@polylogue/contract/client';

/** Which challenge the server asks for, as GET /api/auth/options tells it. */
export type Kind = Reply<'GET /api/auth/options'>['challenge'];

/** What a form must be told: the token for X-Challenge-Token, or undefined while there is none (any more). */
export type OnSolved = (token: string | undefined) => void;

/** What a form can ask of its challenge. */
export interface ChallengeHandle {
  /** Throws the token away and gets another; for after every failed submit, since a token works once. */
  reset(): void;
  /** Brings a person who forgot it to it. */
  focus(): void;
}
