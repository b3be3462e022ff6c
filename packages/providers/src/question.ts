/** The five who answer. */
export const providerNames = ['openai', 'gemini', 'anthropic', 'deepseek', 'grok'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Who is asked, where, and with whose key. An `apiKey` of `none` (or empty) sends no auth header. */
export interface ProviderSetting {
  type: ProviderName;
  config: { apiKey: string; endpoint: string; model: string };
}

/** How long a model may think before it answers, from least to most; each model takes some of them. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** One part of a message. `data` is base64 without a `data:` prefix. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'file'; name: string; mediaType: string; data: string };

/** One message of the conversation so far. Roles alternate or not; the adapters merge what a wire needs merged. */
export interface QuestionMessage {
  role: 'user' | 'assistant';
  parts: Part[];
}

/** What is asked: the whole conversation so far, the newest last. */
export interface Question {
  setting: ProviderSetting;
  messages: QuestionMessage[];
  /** The system prompt. */
  instructions?: string;
  /** The longest answer wanted, in tokens; the provider's own limit by default. */
  maxTokens?: number;
  /** Nobody pays for more than `maxTokens`: it is sent or nothing is, and one request is the whole answer. */
  isLimitStrict?: boolean;
  /** 0 to 2; sent only to models that accept it. */
  temperature?: number;
  /** Sent only to models that take it; the provider's own default otherwise. */
  effort?: Effort;
}
