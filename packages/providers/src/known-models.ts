import type { Effort } from './effort.ts';
import { pictureLimits } from './pictures.ts';
import type { ProviderName } from './question.ts';

export { pictureLimits };

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Input read from the provider's cache; null where it is not known. */
  cachedInput: number | null;
}

export type Takes = 'images' | 'pdf' | 'video';

/** What is known about a model before asking it. */
export interface ModelInfo {
  id: string;
  displayName: string;
  /** Tokens of question and answer together. */
  contextWindow: number;
  /** Tokens of one answer, thinking included; null where the provider states none. */
  maxOutputTokens: number | null;
  /** null where unknown. */
  price: Price | null;
  /** What it accepts besides text, as we send it. */
  takes: readonly Takes[];
  /** Tokens of the largest picture as we send it where a limit is strict, rounded up; unset where no bound is known. */
  maxPictureTokens?: number;
  /** Whether it can think before it answers. */
  reasoning: boolean;
  acceptsTemperature: boolean;
  /** Refuses or ignores a temperature while it thinks. */
  temperatureOnlyWithoutThinking?: true;
  /** The efforts it accepts, and its default (null: not stated). */
  efforts?: { takes: readonly Effort[]; usual: Effort | null };
  /** The efforts as token budgets, for models that do not accept the words. */
  budgets?: Readonly<Partial<Record<Effort, number>>>;
  /** How many tokens it needs for what is one token to most others. */
  tokenRatio?: number;
  /** What the whole question costs once it is longer than `above` tokens. */
  longContext?: { above: number; price: Price };
  /** The price in the provider's busy hours. */
  peakPrice?: Price;
  /** An announced new price and its first day, `2026-12-01`. */
  priceChange?: { from: string; price: Price };
  /** What to send, in the provider's format, so that its thinking is shown. */
  showThinking?: Readonly<Record<string, unknown>>;
  /** The smallest answer limit that leaves room for text after its thinking. */
  leastMaxTokens?: number;
}

const usd = (input: number, output: number, cachedInput: number | null): Price => ({
  input,
  output,
  cachedInput,
});

const upTo = (most: Effort, usual: Effort | null, ...before: Effort[]) => ({
  takes: [...before, ...words.slice(0, words.indexOf(most) + 1)],
  usual,
});
const words: Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const budgetsOf = (low: number, medium: number, high: number, none?: 0) => ({
  ...(none === 0 && { none }),
  low,
  medium,
  high,
});

// Without these it thinks all the same, but unseen, and the user looks at dots.
const shownThinking = { type: 'adaptive', display: 'summarized' };
const shownThoughts = { includeThoughts: true };

// What the models of a family have in common; a model's own row wins.
const gpt6 = {
  contextWindow: 1_050_000,
  maxOutputTokens: 128_000,
  takes: ['images', 'pdf'],
  maxPictureTokens: 3_000,
  reasoning: true,
  acceptsTemperature: false,
} satisfies Partial<ModelInfo>;
const gpt5 = {
  maxOutputTokens: 128_000,
  maxPictureTokens: 3_000,
  reasoning: true,
  acceptsTemperature: true,
  temperatureOnlyWithoutThinking: true,
  efforts: upTo('xhigh', 'medium', 'none'),
} satisfies Partial<ModelInfo>;
const gpt4o = {
  contextWindow: 128_000,
  maxOutputTokens: 16_384,
  takes: ['images', 'pdf'],
  maxPictureTokens: 1_500,
  reasoning: false,
  acceptsTemperature: true,
} satisfies Partial<ModelInfo>;
const gemini = {
  contextWindow: 1_048_576,
  maxOutputTokens: 65_536,
  takes: ['images', 'pdf', 'video'],
  maxPictureTokens: 2_300,
  reasoning: true,
  acceptsTemperature: true,
  showThinking: shownThoughts,
} satisfies Partial<ModelInfo>;
const claude5 = {
  contextWindow: 1_000_000,
  maxOutputTokens: 128_000,
  takes: ['images', 'pdf'],
  maxPictureTokens: 5_000,
  reasoning: true,
  acceptsTemperature: false,
  showThinking: shownThinking,
  leastMaxTokens: 16_000,
  tokenRatio: 1.3,
} satisfies Partial<ModelInfo>;
const opus47 = {
  contextWindow: 1_000_000,
  maxOutputTokens: 128_000,
  price: usd(5, 25, 0.5),
  takes: ['images', 'pdf'],
  maxPictureTokens: 5_000,
  reasoning: true,
  acceptsTemperature: false,
  efforts: upTo('max', 'none', 'none'),
  tokenRatio: 1.3,
} satisfies Partial<ModelInfo>;
const claude46 = {
  contextWindow: 1_000_000,
  takes: ['images', 'pdf'],
  maxPictureTokens: 2_000,
  reasoning: true,
  acceptsTemperature: true,
  temperatureOnlyWithoutThinking: true,
  efforts: { takes: ['none', 'low', 'medium', 'high', 'max'], usual: 'none' },
} satisfies Partial<ModelInfo>;
const claude45 = {
  contextWindow: 200_000,
  maxOutputTokens: 64_000,
  takes: ['images', 'pdf'],
  maxPictureTokens: 2_000,
  reasoning: true,
  acceptsTemperature: true,
  temperatureOnlyWithoutThinking: true,
  efforts: upTo('high', 'none', 'none'),
  budgets: budgetsOf(2048, 8192, 24_576, 0),
} satisfies Partial<ModelInfo>;
const deepseek4 = {
  contextWindow: 1_000_000,
  maxOutputTokens: 393_216,
  reasoning: true,
  acceptsTemperature: true,
  temperatureOnlyWithoutThinking: true,
  efforts: { takes: ['none', 'low', 'high', 'max'], usual: null },
} satisfies Partial<ModelInfo>;
const deepseek3 = {
  contextWindow: 1_000_000,
  maxOutputTokens: 384_000,
  price: usd(0.14, 0.28, 0.0028),
  takes: [],
  acceptsTemperature: true,
} satisfies Partial<ModelInfo>;
const grok = {
  maxOutputTokens: null,
  takes: ['images'],
  reasoning: true,
  acceptsTemperature: true,
} satisfies Partial<ModelInfo>;

/** The models we know of, the newest first. Facts of 2026-11-21. */
const knownModels: Readonly<Record<ProviderName, readonly ModelInfo[]>> = {
  openai: [
    {
      id: 'gpt-6.2-sol',
      displayName: 'GPT-6.2 Sol',
      ...gpt6,
      price: usd(2, 10, 0.1),
      efforts: upTo('max', 'medium'),
      longContext: { above: 272_000, price: usd(4, 15, 0.2) },
    },
    {
      id: 'gpt-6.1-sol',
      displayName: 'GPT-6.1 Sol',
      ...gpt6,
      price: usd(2, 10, 0.1),
      efforts: upTo('max', 'medium'),
      longContext: { above: 272_000, price: usd(4, 15, 0.2) },
    },
    {
      id: 'gpt-6.1-terra',
      displayName: 'GPT-6.1 Terra',
      ...gpt6,
      price: usd(1, 5, 0.05),
      efforts: upTo('max', 'medium', 'none'),
      longContext: { above: 272_000, price: usd(2, 7.5, 0.1) },
    },
    {
      id: 'gpt-6-luna',
      displayName: 'GPT-6 Luna',
      ...gpt6,
      price: usd(0.1, 0.5, 0.01),
      efforts: upTo('max', 'medium', 'none'),
      longContext: { above: 272_000, price: usd(0.2, 0.75, 0.02) },
    },
    {
      id: 'gpt-6-sol',
      displayName: 'GPT-6 Sol',
      ...gpt6,
      price: usd(2, 10, 0.2),
      efforts: upTo('max', 'medium', 'none'),
      longContext: { above: 272_000, price: usd(4, 15, 0.4) },
    },
    {
      id: 'gpt-6-astra',
      displayName: 'GPT-6 Astra',
      ...gpt6,
      price: usd(10, 50, 1),
      efforts: upTo('max', 'medium'),
      longContext: { above: 272_000, price: usd(20, 75, 2) },
    },
    {
      id: 'gpt-5.5',
      displayName: 'GPT-5.5',
      ...gpt5,
      contextWindow: 1_050_000,
      price: usd(5, 30, 0.5),
      takes: ['images', 'pdf'],
      longContext: { above: 272_000, price: usd(10, 45, 1) },
    },
    {
      id: 'gpt-5.4-mini',
      displayName: 'GPT-5.4 mini',
      ...gpt5,
      contextWindow: 400_000,
      price: usd(0.75, 4.5, 0.075),
      takes: ['images'],
      maxPictureTokens: 4_100,
    },
    {
      id: 'gpt-4o',
      displayName: 'GPT-4o',
      ...gpt4o,
      price: usd(2.5, 10, 1.25),
    },
    {
      id: 'gpt-4o-2024-05-13',
      displayName: 'GPT-4o (2024-05-13)',
      ...gpt4o,
      maxOutputTokens: 4_096,
      price: usd(5, 15, null),
    },
    {
      id: 'gpt-4o-mini',
      displayName: 'GPT-4o mini',
      ...gpt4o,
      price: usd(0.15, 0.6, 0.075),
      maxPictureTokens: 50_000,
    },
  ],
  gemini: [
    {
      id: 'gemini-4-carbon',
      displayName: 'Gemini 4 Carbon',
      ...gemini,
      price: usd(2, 10, 0.1),
      efforts: upTo('high', 'medium'),
      priceChange: { from: '2026-12-01', price: usd(4, 20, 0.2) },
    },
    {
      id: 'gemini-4-argon',
      displayName: 'Gemini 4 Argon',
      ...gemini,
      price: usd(2, 10, 0.1),
      efforts: upTo('high', 'medium'),
      priceChange: { from: '2026-12-01', price: usd(4, 20, 0.2) },
    },
    {
      id: 'gemini-4-hydrogen',
      displayName: 'Gemini 4 Hydrogen',
      ...gemini,
      price: usd(1.5, 7.5, null),
      efforts: upTo('xhigh', 'high'),
    },
    {
      id: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      ...gemini,
      price: usd(0.75, 3.75, 0.075),
      efforts: upTo('high', null),
      priceChange: { from: '2027-01-01', price: usd(1.5, 7.5, 0.15) },
    },
    {
      id: 'gemini-3.5-flash',
      displayName: 'Gemini 3.5 Flash',
      ...gemini,
      price: usd(1.5, 9, 0.15),
      efforts: upTo('high', null, 'minimal'),
    },
    {
      id: 'gemini-3.5-flash-lite',
      displayName: 'Gemini 3.5 Flash-Lite',
      ...gemini,
      price: usd(0.3, 2.5, null),
      efforts: upTo('high', null, 'minimal'),
    },
    {
      id: 'gemini-3.1-pro-preview',
      displayName: 'Gemini 3.1 Pro (preview)',
      ...gemini,
      price: usd(2, 12, 0.2),
      efforts: upTo('high', null),
      longContext: { above: 200_000, price: usd(4, 18, 0.4) },
    },
    {
      id: 'gemini-2.5-flash-lite',
      displayName: 'Gemini 2.5 Flash-Lite',
      ...gemini,
      price: usd(0.1, 0.4, 0.01),
      maxPictureTokens: 6_200,
      efforts: upTo('high', null, 'none'),
      budgets: budgetsOf(1024, 8192, 24_576, 0),
    },
    {
      id: 'gemini-2.5-flash',
      displayName: 'Gemini 2.5 Flash',
      ...gemini,
      price: usd(0.3, 2.5, 0.03),
      maxPictureTokens: 6_200,
      efforts: upTo('high', null, 'none'),
      budgets: budgetsOf(1024, 8192, 24_576, 0),
    },
    {
      id: 'gemini-2.5-pro',
      displayName: 'Gemini 2.5 Pro',
      ...gemini,
      price: usd(1.25, 10, 0.125),
      maxPictureTokens: 6_200,
      efforts: upTo('high', null),
      budgets: budgetsOf(1024, 8192, 32_768),
      longContext: { above: 200_000, price: usd(2.5, 15, 0.25) },
    },
    {
      id: 'gemini-pro',
      displayName: 'Gemini Pro (1.0)',
      contextWindow: 32_760,
      maxOutputTokens: 8_192,
      price: null,
      takes: [],
      reasoning: false,
      acceptsTemperature: true,
    },
  ],
  anthropic: [
    {
      id: 'claude-opus-5-5',
      displayName: 'Claude Opus 5.5',
      ...claude5,
      price: usd(4, 20, 0.2),
      efforts: upTo('max', 'medium'),
    },
    {
      id: 'claude-sonnet-5-5',
      displayName: 'Claude Sonnet 5.5',
      ...claude5,
      price: usd(2, 10, 0.1),
      efforts: upTo('max', 'high'),
    },
    {
      id: 'claude-haiku-5-5',
      displayName: 'Claude Haiku 5.5',
      ...claude5,
      price: usd(0.1, 0.5, 0.01),
      efforts: upTo('max', 'medium', 'none'),
      longContext: { above: 100_000, price: usd(0.5, 2.5, 0.05) },
    },
    {
      id: 'claude-fable-5-2',
      displayName: 'Claude Fable 5.2',
      ...claude5,
      price: usd(8, 40, null),
      efforts: upTo('max', 'high'),
    },
    {
      id: 'claude-fable-5-1',
      displayName: 'Claude Fable 5.1',
      ...claude5,
      price: usd(10, 50, 0.25),
      efforts: upTo('max', 'high'),
    },
    {
      id: 'claude-fable-5',
      displayName: 'Claude Fable 5',
      ...claude5,
      price: usd(10, 50, 1),
      efforts: upTo('max', 'high'),
    },
    {
      id: 'claude-opus-5',
      displayName: 'Claude Opus 5',
      ...claude5,
      price: usd(5, 25, 0.5),
      efforts: upTo('max', 'high', 'none'),
    },
    {
      id: 'claude-sonnet-5',
      displayName: 'Claude Sonnet 5',
      ...claude5,
      price: usd(2, 10, 0.2),
      efforts: upTo('max', null, 'none'),
    },
    {
      id: 'claude-opus-4-8',
      displayName: 'Claude Opus 4.8',
      ...opus47,
    },
    {
      id: 'claude-opus-4-7',
      displayName: 'Claude Opus 4.7',
      ...opus47,
    },
    {
      id: 'claude-opus-4-6',
      displayName: 'Claude Opus 4.6',
      ...claude46,
      maxOutputTokens: 128_000,
      price: usd(5, 25, 0.5),
    },
    {
      id: 'claude-sonnet-4-6',
      displayName: 'Claude Sonnet 4.6',
      ...claude46,
      maxOutputTokens: 64_000,
      price: usd(3, 15, 0.3),
    },
    {
      id: 'claude-opus-4-5',
      displayName: 'Claude Opus 4.5',
      ...claude45,
      price: usd(5, 25, 0.5),
    },
    {
      id: 'claude-haiku-4-5',
      displayName: 'Claude Haiku 4.5',
      ...claude45,
      price: usd(1, 5, 0.1),
    },
    {
      id: 'claude-sonnet-4-5',
      displayName: 'Claude Sonnet 4.5',
      ...claude45,
      price: usd(3, 15, 0.3),
    },
    {
      id: 'claude-3-5-sonnet-20241022',
      displayName: 'Claude 3.5 Sonnet',
      contextWindow: 200_000,
      maxOutputTokens: 8_192,
      price: usd(3, 15, 0.3),
      takes: ['images', 'pdf'],
      maxPictureTokens: 2_000,
      reasoning: false,
      acceptsTemperature: true,
    },
  ],
  deepseek: [
    {
      id: 'deepseek-flash',
      displayName: 'DeepSeek V4.1 Flash',
      ...deepseek4,
      price: usd(0.15, 0.6, 0.003),
      takes: ['images'],
      peakPrice: usd(0.3, 1.2, 0.006),
    },
    {
      id: 'deepseek-v4-pro',
      displayName: 'DeepSeek V4 Pro',
      ...deepseek4,
      price: usd(0.66, 1.98, 0.022),
      takes: [],
      peakPrice: usd(1.32, 3.96, 0.044),
    },
    {
      id: 'deepseek-v4-flash',
      displayName: 'DeepSeek V4 Flash (legacy name)',
      ...deepseek4,
      price: usd(0.15, 0.6, 0.003),
      takes: ['images'],
      peakPrice: usd(0.3, 1.2, 0.006),
    },
    {
      id: 'deepseek-chat',
      displayName: 'deepseek-chat',
      ...deepseek3,
      reasoning: false,
    },
    {
      id: 'deepseek-reasoner',
      displayName: 'deepseek-reasoner',
      ...deepseek3,
      reasoning: true,
    },
  ],
  grok: [
    {
      id: 'grok-4.7',
      displayName: 'Grok 4.7',
      ...grok,
      contextWindow: 500_000,
      price: usd(2, 6, 0.5),
      efforts: upTo('xhigh', 'high'),
      longContext: { above: 200_000, price: usd(4, 12, 1) },
    },
    {
      id: 'grok-4.6',
      displayName: 'Grok 4.6',
      ...grok,
      contextWindow: 500_000,
      price: usd(2, 6, 0.5),
      efforts: upTo('xhigh', 'high'),
      longContext: { above: 200_000, price: usd(4, 12, 1) },
    },
    {
      id: 'grok-4.5',
      displayName: 'Grok 4.5',
      ...grok,
      contextWindow: 500_000,
      price: usd(2, 6, 0.5),
      efforts: upTo('high', 'high'),
      longContext: { above: 200_000, price: usd(4, 12, 1) },
    },
    {
      id: 'grok-4.3',
      displayName: 'Grok 4.3',
      ...grok,
      contextWindow: 1_000_000,
      price: usd(1.25, 2.5, 0.2),
      efforts: upTo('high', null, 'none'),
      longContext: { above: 200_000, price: usd(2.5, 5, 0.4) },
    },
    {
      id: 'grok-4.20-reasoning',
      displayName: 'Grok 4.20 (reasoning)',
      ...grok,
      contextWindow: 1_000_000,
      price: usd(1.25, 2.5, 0.2),
      longContext: { above: 200_000, price: usd(2.5, 5, 0.4) },
    },
    {
      id: 'grok-4.20-non-reasoning',
      displayName: 'Grok 4.20 (non-reasoning)',
      ...grok,
      contextWindow: 1_000_000,
      price: usd(1.25, 2.5, 0.2),
      reasoning: false,
      longContext: { above: 200_000, price: usd(2.5, 5, 0.4) },
    },
    {
      id: 'grok-build-0.1',
      displayName: 'Grok Build 0.1',
      ...grok,
      contextWindow: 256_000,
      price: usd(1, 2, 0.2),
      longContext: { above: 200_000, price: usd(2, 4, 0.4) },
    },
    {
      id: 'grok-2-1212',
      displayName: 'Grok 2 (1212)',
      contextWindow: 131_072,
      maxOutputTokens: 8_192,
      price: usd(2, 10, 2),
      takes: [],
      reasoning: false,
      acceptsTemperature: true,
    },
  ],
};

/** All models we know of one provider, the newest first. */
export const knownModelsOf = (provider: ProviderName): readonly ModelInfo[] => knownModels[provider];

/** What is known of a model by its id; dated and `-latest` ids of a known model count as that model. */
export function modelInfo(provider: ProviderName, id: string): ModelInfo | null {
  const plain = id.trim().replace(/^models\//, '');
  // `gemini-pro-latest` is the Pro of today, not the first one, which had that name.
  const undated = plain.replace(/(?<!^gemini-pro)-(latest|\d{4}-\d{2}-\d{2}|\d{8}|\d{3,4})$/, '');
  const rows = knownModels[provider];
  return rows.find((row) => row.id === plain) ?? rows.find((row) => row.id === undated) ?? null;
}

/** The name of a model as this table spells it; its id where nothing is known of it. */
export const modelName = (provider: ProviderName, id: string): string =>
  modelInfo(provider, id)?.displayName ?? id;

/** What a model we do not know is let try: the provider says no where it must. */
const unknownTakes: Readonly<Record<ProviderName, readonly Takes[]>> = {
  openai: ['images', 'pdf'],
  gemini: ['images', 'pdf', 'video'],
  anthropic: ['images', 'pdf'],
  deepseek: ['images'],
  grok: ['images'],
};

/** Bytes of files one question may carry (base64 counted), as the provider states or safely below. */
export const maxFileBytes: Readonly<Record<ProviderName, number>> = {
  openai: 50_000_000,
  gemini: 20_000_000,
  anthropic: 32_000_000,
  deepseek: 64_000_000,
  grok: 20_000_000,
};

/** Text of any kind goes into the question as words, to every model. */
export const isTextType = (mediaType: string): boolean =>
  /^text\/|^application\/(json|xml|yaml|x-yaml|toml|javascript|x-javascript|sql|x-sh)$|\+(json|xml)$/.test(
    bare(mediaType),
  );

/** Whether a file of this media type can be sent to this model. */
export function canTake(provider: ProviderName, model: string, mediaType: string): boolean {
  const type = bare(mediaType);
  if (isTextType(type)) return true;
  const takes = modelInfo(provider, model)?.takes ?? unknownTakes[provider];
  if (type === 'application/pdf') return takes.includes('pdf');
  if (type.startsWith('image/'))
    return takes.includes('images') && pictureLimits(provider, model).types.includes(type);
  return /^(video|audio)\//.test(type) && takes.includes('video');
}

/** `text/plain; charset=utf-8` → `text/plain` */
const bare = (mediaType: string) => (mediaType.split(';')[0] ?? '').trim().toLowerCase();
