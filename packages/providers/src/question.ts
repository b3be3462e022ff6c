import type { Effort } from './effort.ts';

/** The five providers, in the order in which they are offered. */
export const providerNames = ['openai', 'gemini', 'anthropic', 'deepseek', 'grok'] as const;
export type ProviderName = (typeof providerNames)[number];

/** A provider with its endpoint, key and model. An `apiKey` of `none` (or empty) sends no auth header. */
export interface ProviderSetting {
  type: ProviderName;
  config: { apiKey: string; endpoint: string; model: string };
}

/** One part of a message. `data` is base64 without a `data:` prefix. */
export type QuestionPart =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; mediaType: string; data: string };

/** One message of the conversation so far. Roles alternate or not; the adapters merge what a wire needs merged. */
export interface QuestionMessage {
  role: 'user' | 'assistant';
  parts: QuestionPart[];
}

/** A question: the whole conversation so far, the newest message last. */
export interface Question {
  setting: ProviderSetting;
  messages: QuestionMessage[];
  /** The system prompt. */
  instructions?: string;
  /** Limit of the answer in tokens; the provider's own by default. */
  maxTokens?: number;
  /** `maxTokens` must bound the cost: without it nothing is sent, and the answer is one request. */
  isLimitStrict?: boolean;
  /** 0 to 2; sent only to models that accept it. */
  temperature?: number;
  /** Sent only to models that accept it; the provider's default otherwise. */
  effort?: Effort;
}
