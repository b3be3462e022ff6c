import type { ReplyTo } from '@polylogue/contract/client';

/** Which challenge the server asks for, according to GET /api/auth/options. */
export type Kind = ReplyTo<'GET /api/auth/options'>['challenge'];

/** Receives the token for X-Challenge-Token; undefined when there is none, or it has become invalid. */
export type OnSolved = (token: string | undefined) => void;

/** What a form can do with its challenge. */
export interface ChallengeHandle {
  /** Discards the token and gets another; call it after every failed submit, since a token works only once. */
  reset(): void;
  /** Moves the focus to a forgotten challenge. */
  focus(): void;
}
