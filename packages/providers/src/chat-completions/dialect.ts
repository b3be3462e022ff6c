import type { Effort } from '../effort.ts';

/** What differs between servers that use this wire. */
export interface ChatDialect {
  /** The field that limits an answer. */
  maxTokens: 'max_tokens' | 'max_completion_tokens';
  /** The `detail` of pictures that gives their tokens an upper bound; null where there is no such field. */
  boundedDetail: string | null;
  /** The role of instructions. */
  instructor: 'system' | 'developer';
  /** The fields of a request that set the effort. */
  effort(effort: Effort): Record<string, unknown>;
  /** Reasoning tokens are not included in `completion_tokens`. */
  reasoningIsExtra: boolean;
  /** Ids of chat models; null where the list has no others. */
  chats: RegExp | null;
}

const usualEffort = (effort: Effort) => ({ reasoning_effort: effort });

// A separate switch, with an effort only when it is on.
const deepseekEffort = (effort: Effort) =>
  effort === 'none'
    ? { thinking: { type: 'disabled' } }
    : { thinking: { type: 'enabled' }, reasoning_effort: effort };

const plain: ChatDialect = {
  maxTokens: 'max_tokens',
  boundedDetail: null,
  instructor: 'system',
  effort: usualEffort,
  reasoningIsExtra: false,
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
    // Under its other name, `max_tokens`, xAI does not count the thinking.
    maxTokens: 'max_completion_tokens',
    reasoningIsExtra: true,
    chats: /^(?!.*(imagine|image|video|embed|voice|tts|stt))/,
  },
} satisfies Record<string, ChatDialect>;

/** For any other address: Ollama, LM Studio, vLLM, OpenRouter and many more. */
export const elsewhere = {
  maxTokens: 'max_tokens',
  boundedDetail: null,
  instructor: 'system',
  effort: usualEffort,
  chats: /^(?!.*(embed|whisper|tts|transcribe|moderation|rerank|dall-e|stable-diffusion|flux))/i,
} satisfies Partial<ChatDialect>;
