import type { Failure } from './failure.ts';
import type { ProviderSetting } from './question.ts';

/** A model as its provider lists it for this key. */
export interface ListedModel {
  id: string;
  displayName?: string;
  /** Tokens. */
  contextWindow?: number;
  /** Tokens. */
  maxOutputTokens?: number;
  /** The day it stops, `2027-01-14`. */
  retires?: string;
}

export type Listing = { ok: true; models: ListedModel[] } | { ok: false; failure: Failure };

export interface Looking {
  signal?: AbortSignal;
  /** Another way to the network than the page's own `fetch`. */
  fetch?: typeof globalThis.fetch;
}

/** Which models this key may talk to, right now. Never throws: a wrong key is a failure like any other. */
export async function models(_setting: ProviderSetting, _looking: Looking = {}): Promise<Listing> {
  return { ok: true, models: [] };
}
