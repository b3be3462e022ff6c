import { anthropic } from './anthropic/wire.ts';
import { dialects, elsewhere } from './chat-completions/dialect.ts';
import { chatCompletions } from './chat-completions/wire.ts';
import { isOwnHost } from './endpoint.ts';
import { gemini } from './gemini/wire.ts';
import type { ProviderSetting } from './question.ts';
import type { Wire } from './wire.ts';

/** The wire of the provider in the setting. */
export function wireOf({ type, config }: ProviderSetting): Wire {
  if (type === 'anthropic') return anthropic;
  if (type === 'gemini') return gemini;
  const isElsewhere = !isOwnHost(type, config.endpoint);
  return chatCompletions({ ...dialects[type], ...(isElsewhere && elsewhere) });
}
