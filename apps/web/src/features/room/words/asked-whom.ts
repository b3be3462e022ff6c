import type { Turn } from '@polylogue/contract';

/** Who runs the hosts of the five providers. A room knows nothing else of them. */
const companies: Readonly<Record<string, string>> = {
  'api.openai.com': 'OpenAI',
  'generativelanguage.googleapis.com': 'Google',
  'api.anthropic.com': 'Anthropic',
  'api.deepseek.com': 'DeepSeek',
  'api.x.ai': 'xAI',
};

/** Who was asked: the company, or the host that only uses its format. */
export const askedWhom = (started: Turn['segments'][number]['started']): string =>
  started ? (companies[started.host] ?? started.host) : 'the provider';
