import type { Ending, Usage } from './answer.ts';
import type { FailureKind } from './failure.ts';
import type { ModelInfo } from './known-models.ts';
import type { RequestOptions } from './request-options.ts';
import type { Turn } from './turns.ts';

/**
 * A question prepared for the wire: turns alternate, begin with the person and end with the person; the options are ones the
 * model takes.
 */
export interface ProviderRequest extends RequestOptions {
  model: string;
  turns: Turn[];
  /** null for a model that is not in the catalogue. */
  info: ModelInfo | null;
  instructions?: string;
  /** Whatever costs tokens has an upper bound. */
  isLimitStrict?: boolean;
  /** What the provider gave us to continue an answer longer than one request. */
  continuation?: string;
}

/** The body of a request, and which of its fields can be dropped for a strict server. */
export interface PreparedRequest {
  body: Record<string, unknown>;
  /** When a refusal matches `named`, the question is sent again without the fields `drop`. */
  spare: Remedy<{ drop: string[] }>[];
  /** When a refusal matches `named`, the field is sent under another name. */
  renamed?: Remedy<{ from: string; to: string }>[];
}

/** What is done about a refusal. `loosensLimit`: the answer could be longer then, so not where its limit is strict. */
type Remedy<Change> = Change & { named: RegExp; loosensLimit?: true };

/** What one message of an answer contains. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'usage'; usage: Partial<Usage> }
  | { type: 'model'; model: string }
  | { type: 'finish'; because: Ending; raw: string | null; says?: string }
  | { type: 'broken'; kind: FailureKind; says: string }
  | { type: 'continue'; token: string }
  | { type: 'last' };

/** A model as its provider lists it for a key. */
export interface ListedModel {
  id: string;
  displayName?: string;
  /** Tokens. */
  contextWindow?: number;
  /** Tokens. */
  maxOutputTokens?: number;
  /** The day it stops, `2027-01-14`. */
  retires?: string;
  /** US dollars per million tokens. */
  price?: { input: number; output: number };
  readsImages?: boolean;
}

/** A page of a provider's list of models, and what to add to the address for the next one. */
export interface ListPage {
  models: ListedModel[];
  next: Record<string, string> | null;
}

/** How one kind of provider is spoken to. Everything is pure: what to send, and what a message means. */
export interface Wire {
  /** Reasoning arrives as `<think>…</think>` at the start of the text. */
  thinksInText: boolean;
  /** Headers that say who asks; null for a server without keys. */
  headers(key: string | null): Record<string, string>;
  ask(request: ProviderRequest): PreparedRequest;
  read(message: unknown): Piece[];
  list(page: unknown): ListPage;
}
