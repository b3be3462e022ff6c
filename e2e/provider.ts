/** The five, as the journeys know them: written from the specification, not from the product. */
export const providers = {
  openai: {
    displayName: 'GPT-4 Omega',
    defaultModel: 'gpt-4o',
    liveModel: 'gpt-4o',
    liveName: 'GPT-4o',
    path: '/openai/v1/chat/completions',
  },
  gemini: {
    displayName: 'Gemini Pro',
    defaultModel: 'gemini-pro',
    liveModel: 'gemini-3.8-flash',
    liveName: 'Gemini 3.8 Flash',
    path: '/gemini/v1beta/models/gemini-pro:generateContent',
  },
  anthropic: {
    displayName: 'Claude 3.5 Sonnet',
    defaultModel: 'claude-3-5-sonnet-20241022',
    liveModel: 'claude-sonnet-5-5',
    liveName: 'Claude Sonnet 5.5',
    path: '/anthropic/v1/messages',
  },
  deepseek: {
    displayName: 'DeepSeek Chat',
    defaultModel: 'deepseek-chat',
    liveModel: 'deepseek-flash',
    liveName: 'DeepSeek V4.1 Flash',
    path: '/deepseek/chat/completions',
  },
  grok: {
    displayName: 'Grok 2',
    defaultModel: 'grok-2-1212',
    liveModel: 'grok-4.7',
    liveName: 'Grok 4.7',
    path: '/grok/v1/chat/completions',
  },
} as const;

export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as ProviderName[];

/** The key of every journey: it may appear in auth headers to its own host and nowhere else. */
export const canary = 'canary-4f1d0c8e5b7a49d2';

export const endpointOf = (provider: ProviderName, imitation: string) => imitation + providers[provider].path;

/** The four entries of a saved setting. */
export function settingEntries(provider: ProviderName, imitation: string): Record<string, string> {
  return {
    ai_provider: provider,
    openai_api_key: canary,
    openai_endpoint: endpointOf(provider, imitation),
    openai_model: providers[provider].liveModel,
  };
}
