import type { ProviderName } from './question.ts';

export { providerNames } from './question.ts';

export type Feature =
  | 'Code generation'
  | 'Math'
  | 'Creative writing'
  | 'Analysis'
  | 'Long context'
  | 'Real-time knowledge';

/** One of the five, as shown to the user. */
export interface Provider {
  name: ProviderName;
  displayName: string;
  /** What it is called in public. */
  brand: string;
  /** Who runs it, as in "retired by Google". */
  company: string;
  description: string;
  features: readonly Feature[];
  defaultModel: string;
  /** The complete public URL of a question. */
  defaultEndpoint: string;
  /** Questions are in a format of its own, not in OpenAI's, which other servers speak too. */
  hasOwnFormat?: true;
  /** Nobody can say whether the limit of an answer includes what the model thinks. */
  isThinkingUnlimited?: true;
  /** Tokens of context of the default model. */
  maxTokens: number;
  /** How this provider's keys begin: a hint and never a check, since providers change it. */
  keyLooksLike: string;
  /** The page where keys are created. */
  keyPage: string;
}

/** The five providers. Models age in weeks and have their own table, `known-models.ts`. */
export const catalog: Readonly<Record<ProviderName, Provider>> = {
  openai: {
    name: 'openai',
    displayName: 'GPT-4 Omega',
    brand: 'OpenAI',
    company: 'OpenAI',
    description: 'An all-rounder from OpenAI: explains, writes, reads pictures and programs.',
    features: ['Code generation', 'Math', 'Creative writing', 'Analysis'],
    defaultModel: 'gpt-4o',
    defaultEndpoint: 'https://api.openai.com/v1/chat/completions',
    maxTokens: 128_000,
    keyLooksLike: 'sk-…',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  gemini: {
    name: 'gemini',
    displayName: 'Gemini Pro',
    brand: 'Gemini',
    company: 'Google',
    description: "Google's model for long material: whole documents, pictures, sound and video.",
    features: ['Analysis', 'Math', 'Code generation', 'Long context'],
    defaultModel: 'gemini-pro',
    defaultEndpoint: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-pro:generateContent',
    hasOwnFormat: true,
    maxTokens: 32_000,
    keyLooksLike: 'AQ.…',
    keyPage: 'https://aistudio.google.com/apikey',
  },
  anthropic: {
    name: 'anthropic',
    displayName: 'Claude 3.5 Sonnet',
    brand: 'Anthropic',
    company: 'Anthropic',
    description: 'A careful writer and programmer from Anthropic, at home in long documents.',
    features: ['Code generation', 'Creative writing', 'Analysis', 'Long context'],
    defaultModel: 'claude-3-5-sonnet-20241022',
    defaultEndpoint: 'https://api.anthropic.com/v1/messages',
    hasOwnFormat: true,
    maxTokens: 200_000,
    keyLooksLike: 'sk-ant-…',
    keyPage: 'https://platform.claude.com/settings/keys',
  },
  deepseek: {
    name: 'deepseek',
    displayName: 'DeepSeek Chat',
    brand: 'DeepSeek',
    company: 'DeepSeek',
    description: 'Inexpensive and strong at programming and mathematics; shows how it thinks.',
    features: ['Code generation', 'Math', 'Analysis'],
    defaultModel: 'deepseek-chat',
    defaultEndpoint: 'https://api.deepseek.com/v1/chat/completions',
    maxTokens: 32_000,
    keyLooksLike: 'sk-…',
    keyPage: 'https://platform.deepseek.com/api_keys',
  },
  grok: {
    name: 'grok',
    displayName: 'Grok 2',
    brand: 'Grok',
    company: 'xAI',
    description: "xAI's model: direct, quick-witted and close to what is going on now.",
    features: ['Real-time knowledge', 'Creative writing', 'Analysis', 'Code generation'],
    defaultModel: 'grok-2-1212',
    defaultEndpoint: 'https://api.x.ai/v1/chat/completions',
    // xAI says in one place that it counts, and in another that it does not.
    isThinkingUnlimited: true,
    maxTokens: 8_000,
    keyLooksLike: 'xai-…',
    keyPage: 'https://console.x.ai',
  },
};

/** Whether this is the name of one of the five. */
export const isProvider = (name: unknown): name is ProviderName =>
  typeof name === 'string' && Object.hasOwn(catalog, name);
