import type { Failure } from '@polylogue/providers';

/** A model a provider says it has. */
export interface LiveModel {
  id: string;
  displayName?: string;
  contextWindow?: number;
  maxOutputTokens?: number;
  /** The day it stops answering, as YYYY-MM-DD. */
  retires?: string;
}

/** What a key is good for: the models it may ask, or why it may not. */
export type KeyTest = { ok: true; models: LiveModel[] } | { ok: false; failure: Failure };
