import type { Ending, Usage } from './answer.ts';
import type { FailureKind } from './failure.ts';
import type { ModelInfo } from './known-models.ts';
import type { RequestOptions } from './request-options.ts';
import type { ChatTurn } from './turns.ts';

/** A question prepared for the wire: turns alternate, the user has the first and the last, and the model takes the options. */
export interface ProviderRequest extends RequestOptions {
  model: string;
  turns: ChatTurn[];
  /** null for a model that is not in our table. */
  info: ModelInfo | null;
  instructions?: string;
  /** Everything that costs tokens must have an upper bound. */
  isLimitStrict?: boolean;
  /** The provider's token for continuing an answer longer than one request. */
  continuation?: string;
}

/** The body of a request, and which of its fields can be dropped for a strict server. */
export interface PreparedRequest {
  body: Record<string, unknown>;
  /** When a refusal matches `pattern`, the question is sent again without the fields `drop`. */
  droppable: Remedy<{ drop: string[] }>[];
  /** When a refusal matches `pattern`, the field is sent under another name. */
  renames?: Remedy<{ from: string; to: string }>[];
}

/** A reaction to a refusal. `loosensLimit`: it could make the answer longer, so it is not allowed with a strict limit. */
type Remedy<Change> = Change & { pattern: RegExp; loosensLimit?: true };

/** What one message of an answer contains. */
export type AnswerPiece =
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
  /** Its last day, `2027-01-14`. */
  retires?: string;
  /** US dollars per million tokens. */
  price?: { input: number; output: number };
  readsImages?: boolean;
}

/** A page of a provider's list of models, and what to add to the address for the next one. */
export interface ModelPage {
  models: ListedModel[];
  next: Record<string, string> | null;
}

/** The API format of a provider. Pure functions: what to send, and what a message means. */
export interface Wire {
  /** Reasoning may arrive between markers at the start of the text. */
  hasReasoningInText: boolean;
  /** Authentication headers; the key is null for a server without keys. */
  headers(key: string | null): Record<string, string>;
  ask(request: ProviderRequest): PreparedRequest;
  read(message: unknown): AnswerPiece[];
  list(page: unknown): ModelPage;
}
