import type { Effort } from '../question.ts';

/** What the speakers of this wire disagree about. */
export interface Dialect {
  /** The field that limits an answer. */
  maxTokens: 'max_tokens' | 'max_completion_tokens';
  /** How closely pictures are looked at so that their tokens have an upper bound; null: it has no such word. */
  boundedDetail: string | null;
  /** Who tells the model what it should know. */
  instructor: 'system' | 'developer';
  /** How long to think, in the fields of a question. */
  effort(effort: Effort): Record<string, unknown>;
  /** Reasoning tokens come on top of `completion_tokens`, not within. */
  reasoningIsExtra: boolean;
  /** Reasoning arrives as `<think>…</think>` at the start of the text. */
  thinksInText: boolean;
  /** Ids of models that chat; null where the list names no others. */
  chats: RegExp | null;
}

const usualEffort = (effort: Effort) => ({ reasoning_effort: effort });

// A separate switch, with an effort only when it is on.
const deepseekEffort = (effort: Effort) =>
  effort === 'none'
    ? { thinking: { type: 'disabled' } }
    : { thinking: { type: 'enabled' }, reasoning_effort: effort };

const plain: Dialect = {
  maxTokens: 'max_tokens',
  boundedDetail: null,
  instructor: 'system',
  effort: usualEffort,
  reasoningIsExtra: false,
  thinksInText: false,
  chats: null,
};

/** The providers themselves, each at its own address. */
export const dialects = {
  openai: {
    ...plain,
    maxTokens: 'max_completion_tokens',
    boundedDetail: 'high',
    instructor: 'developer',
    chats:
      /^(?!.*(audio|realtime|transcribe|tts|image|search|instruct|embed|moderation|deep-research|computer-use|codex|live))(gpt-|chatgpt-|o\d)/,
  },
  deepseek: { ...plain, effort: deepseekEffort },
  grok: {
    ...plain,
    // By its other name, `max_tokens`, xAI does not count the thinking.
    maxTokens: 'max_completion_tokens',
    reasoningIsExtra: true,
    chats: /^(?!.*(imagine|image|video|embed|voice|tts|stt))/,
  },
} satisfies Record<string, Dialect>;

/** What holds at any other address: Ollama, LM Studio, vLLM, OpenRouter and the many more. */
export const elsewhere = {
  maxTokens: 'max_tokens',
  boundedDetail: null,
  instructor: 'system',
  effort: usualEffort,
  thinksInText: true,
  chats: /^(?!.*(embed|whisper|tts|transcribe|moderation|rerank|dall-e|stable-diffusion|flux))/i,
} satisfies Partial<Dialect>;
