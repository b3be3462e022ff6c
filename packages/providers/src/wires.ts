import { anthropic } from './anthropic/wire.ts';
import { dialects, elsewhere } from './chat-completions/dialect.ts';
import { chatCompletions } from './chat-completions/wire.ts';
import { isOwnHost } from './endpoint.ts';
import { gemini } from './gemini/wire.ts';
import type { ProviderName, ProviderSetting } from './question.ts';
import type { Wire } from './wire.ts';

const ownWires: Readonly<Record<ProviderName, Wire>> = {
  openai: chatCompletions(dialects.openai),
  deepseek: chatCompletions(dialects.deepseek),
  grok: chatCompletions(dialects.grok),
  anthropic,
  gemini,
};

/** The wire of the provider in the setting. */
export function wireOf({ type, config }: ProviderSetting): Wire {
  if (isOwnHost(type, config.endpoint)) return ownWires[type];
  if (type === 'anthropic' || type === 'gemini') return { ...ownWires[type], hasReasoningInText: true };
  return { ...chatCompletions({ ...dialects[type], ...elsewhere }), hasReasoningInText: true };
}
