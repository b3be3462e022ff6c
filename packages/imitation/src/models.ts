/** One model as an imitated host lists it. */
export interface ImitatedModel {
  id: string;
  name: string;
  context: number;
  output: number;
  vision?: boolean;
  reasoning?: boolean;
  /** YYYY-MM-DD, when the provider has announced the end. */
  ends?: string;
  /** Listed, but not for chatting: embeddings, speech. */
  notChat?: boolean;
}

const seeing = { vision: true, reasoning: true };
const gpt = { context: 1_050_000, output: 128_000, ...seeing };
const gemini = { context: 1_048_576, output: 65_536, ...seeing };
const claude = { context: 1_000_000, output: 128_000, ...seeing };
const grok = { context: 500_000, output: 30_000, ...seeing };

export const openaiModels: ImitatedModel[] = [
  { id: 'gpt-6.2-sol', name: 'GPT-6.2 Sol', ...gpt },
  { id: 'gpt-6.1-terra', name: 'GPT-6.1 Terra', ...gpt },
  { id: 'gpt-6-luna', name: 'GPT-6 Luna', ...gpt },
  { id: 'gpt-6-astra', name: 'GPT-6 Astra', ...gpt },
  { id: 'gpt-5.5', name: 'GPT-5.5', ...gpt },
  { id: 'gpt-5.4-mini', name: 'GPT-5.4 mini', ...gpt, context: 400_000 },
  { id: 'gpt-4o', name: 'GPT-4o', context: 128_000, output: 16_384, vision: true, ends: '2027-01-14' },
  { id: 'text-embedding-3-small', name: 'Embedding', context: 8191, output: 0, notChat: true },
  { id: 'gpt-4o-mini-tts', name: 'Speech', context: 2000, output: 0, notChat: true },
  { id: 'whisper-1', name: 'Whisper', context: 0, output: 0, notChat: true },
];

export const geminiModels: ImitatedModel[] = [
  { id: 'gemini-4-carbon', name: 'Gemini 4 Carbon', ...gemini },
  { id: 'gemini-4-argon', name: 'Gemini 4 Argon', ...gemini },
  { id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', ...gemini },
  { id: 'gemini-3.5-flash-lite', name: 'Gemini 3.5 Flash-Lite', ...gemini },
  { id: 'gemini-2.5-pro', name: 'Gemini 2.5 Pro', ...gemini, ends: '2026-12-01' },
  { id: 'gemini-2.5-flash-lite', name: 'Gemini 2.5 Flash-Lite', ...gemini },
  { id: 'gemini-embedding-001', name: 'Gemini Embedding 001', context: 2048, output: 1, notChat: true },
];

export const anthropicModels: ImitatedModel[] = [
  { id: 'claude-opus-5-5', name: 'Claude Opus 5.5', ...claude },
  { id: 'claude-sonnet-5-5', name: 'Claude Sonnet 5.5', ...claude },
  { id: 'claude-haiku-5-5', name: 'Claude Haiku 5.5', ...claude },
  { id: 'claude-fable-5-2', name: 'Claude Fable 5.2', ...claude },
  { id: 'claude-sonnet-4-6', name: 'Claude Sonnet 4.6', ...claude, output: 64_000 },
  { id: 'claude-haiku-4-5', name: 'Claude Haiku 4.5', ...claude, context: 200_000, output: 64_000 },
  {
    id: 'claude-sonnet-4-5',
    name: 'Claude Sonnet 4.5',
    ...claude,
    context: 200_000,
    output: 64_000,
    ends: '2026-11-30',
  },
];

export const deepseekModels: ImitatedModel[] = [
  { id: 'deepseek-flash', name: 'DeepSeek Flash', context: 1_000_000, output: 393_216, ...seeing },
  { id: 'deepseek-v4-pro', name: 'DeepSeek V4 Pro', context: 1_000_000, output: 393_216, reasoning: true },
];

export const grokModels: ImitatedModel[] = [
  { id: 'grok-4.7', name: 'Grok 4.7', ...grok },
  { id: 'grok-4.6', name: 'Grok 4.6', ...grok },
  { id: 'grok-4.3', name: 'Grok 4.3', ...grok, context: 1_000_000 },
  { id: 'grok-4.20-non-reasoning', name: 'Grok 4.20', ...grok, context: 1_000_000, reasoning: false },
];

export const localModels: ImitatedModel[] = [
  { id: 'llama3.2:latest', name: 'Llama 3.2', context: 131_072, output: 8192 },
  { id: 'qwen3:8b', name: 'Qwen 3 8B', context: 40_960, output: 8192, reasoning: true },
];

export const openrouterModels: ImitatedModel[] = [
  { id: 'anthropic/claude-sonnet-5.5', name: 'Anthropic: Claude Sonnet 5.5', ...claude },
  {
    id: 'deepseek/deepseek-flash',
    name: 'DeepSeek: Flash',
    context: 1_000_000,
    output: 393_216,
    reasoning: true,
  },
];

/** Models the providers have really retired, including the product's own defaults of 2025. */
export const retiredModels = new RegExp(
  [
    'gpt-3\\.5-turbo.*|gpt-4|gpt-4-turbo.*|gpt-4\\.1-nano|o1|o3-mini|o4-mini|gpt-4o(-mini)?-search-preview',
    'gemini-pro|gemini-1\\..*|gemini-2\\.0-.*',
    'claude-3-.*|claude-opus-4(-1)?(-20.*)?|claude-sonnet-4(-20.*)?',
    'deepseek-chat|deepseek-reasoner',
    'grok-2.*|grok-3.*|grok-4|grok-4-.*|grok-code-fast-1',
  ]
    .map((names) => `^(${names})$`)
    .join('|'),
);
