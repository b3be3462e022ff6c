import { type CorsPolicy, corsPolicies } from './cors.ts';
import {
  deepseekFlavour,
  grokFlavour,
  lmstudioFlavour,
  ollamaFlavour,
  openaiFlavour,
  openrouterFlavour,
  strictFlavour,
  vllmFlavour,
} from './flavours.ts';
import {
  anthropicModels,
  deepseekModels,
  geminiModels,
  grokModels,
  type ImitatedModel,
  localModels,
  openaiModels,
  openrouterModels,
} from './models.ts';
import {
  anthropicErrors,
  deepseekErrors,
  type ErrorFormat,
  geminiErrors,
  grokErrors,
  lmstudioErrors,
  ollamaErrors,
  openaiErrors,
  openrouterErrors,
  strictErrors,
  vllmErrors,
} from './refusal.ts';
import { anthropicWire } from './wires/anthropic.ts';
import { type ChatFlavour, chatCompletionsFormat } from './wires/chat-completions.ts';
import { geminiWire } from './wires/gemini.ts';
import type { ApiFormat } from './wires/wire.ts';

export const hostNames = [
  'openai',
  'gemini',
  'anthropic',
  'deepseek',
  'grok',
  'ollama',
  'lmstudio',
  'vllm',
  'openrouter',
  'strict',
] as const;
export type HostName = (typeof hostNames)[number];

/** One imitated server: its paths on our port and how it differs. */
export interface Host {
  name: HostName;
  title: string;
  /** Path prefixes it answers under, the one to use first. */
  bases: readonly string[];
  /** What follows the base in the address pasted into API Endpoint. */
  chat: string;
  wire: ApiFormat;
  errorFormat: ErrorFormat;
  cors: CorsPolicy;
  /** Where the key is sent; `none`: a local server without keys. */
  keyIn: 'bearer' | 'x-api-key' | 'x-goog-api-key' | 'none';
  list: 'openai' | 'gemini' | 'anthropic';
  models: readonly ImitatedModel[];
  /** The model in the table of `npm run demo`. */
  model: string;
  /** Only listed models answer. */
  isClosed?: boolean;
  /** Names that certainly belong to another provider. */
  foreign?: RegExp;
  contentType: string;
  comment?: string | undefined;
  blankLines?: boolean | undefined;
}

const sse = 'text/event-stream; charset=utf-8';

const chatHost = (flavour: ChatFlavour, errorFormat: ErrorFormat) => ({
  chat: '/chat/completions',
  wire: chatCompletionsFormat(flavour, errorFormat),
  errorFormat,
  keyIn: 'bearer' as const,
  list: 'openai' as const,
  contentType: sse,
  comment: flavour.comment,
  blankLines: flavour.blankLines,
});
const local = { keyIn: 'none' as const, models: localModels, model: 'llama3.2:latest' };

export const hosts: Record<HostName, Host> = {
  openai: {
    ...chatHost(openaiFlavour, openaiErrors),
    name: 'openai',
    title: 'OpenAI',
    bases: ['/openai/v1'],
    cors: corsPolicies.openai,
    models: openaiModels,
    model: 'gpt-6-luna',
    foreign: /^(claude|gemini|deepseek|grok)-/,
  },
  gemini: {
    name: 'gemini',
    title: 'Google Gemini',
    bases: ['/gemini/v1beta', '/gemini/v1'],
    chat: '/models/gemini-3.8-flash:generateContent',
    wire: geminiWire,
    errorFormat: geminiErrors,
    cors: corsPolicies.gemini,
    keyIn: 'x-goog-api-key',
    list: 'gemini',
    models: geminiModels,
    model: 'gemini-3.8-flash',
    foreign: /^(claude|gpt|deepseek|grok)-/,
    contentType: 'text/event-stream',
  },
  anthropic: {
    name: 'anthropic',
    title: 'Anthropic',
    bases: ['/anthropic/v1'],
    chat: '/messages',
    wire: anthropicWire,
    errorFormat: anthropicErrors,
    cors: corsPolicies.anthropic,
    keyIn: 'x-api-key',
    list: 'anthropic',
    models: anthropicModels,
    model: 'claude-sonnet-5-5',
    foreign: /^(gemini|gpt|deepseek|grok)-/,
    contentType: sse,
  },
  deepseek: {
    ...chatHost(deepseekFlavour, deepseekErrors),
    name: 'deepseek',
    title: 'DeepSeek',
    bases: ['/deepseek', '/deepseek/v1'],
    cors: corsPolicies.deepseek,
    models: deepseekModels,
    model: 'deepseek-flash',
    foreign: /^(claude|gemini|gpt|grok)-/,
  },
  grok: {
    ...chatHost(grokFlavour, grokErrors),
    name: 'grok',
    title: 'xAI (Grok)',
    bases: ['/grok/v1'],
    cors: corsPolicies.grok,
    models: grokModels,
    model: 'grok-4.7',
    foreign: /^(claude|gemini|gpt|deepseek)-/,
  },
  ollama: {
    ...chatHost(ollamaFlavour, ollamaErrors),
    ...local,
    name: 'ollama',
    title: 'Ollama',
    bases: ['/ollama/v1'],
    cors: corsPolicies.ollama,
    isClosed: true,
  },
  lmstudio: {
    ...chatHost(lmstudioFlavour, lmstudioErrors),
    ...local,
    name: 'lmstudio',
    title: 'LM Studio (CORS off, as installed)',
    bases: ['/lmstudio/v1'],
    cors: corsPolicies.none,
  },
  vllm: {
    ...chatHost(vllmFlavour, vllmErrors),
    ...local,
    name: 'vllm',
    title: 'vLLM',
    bases: ['/vllm/v1'],
    cors: corsPolicies.open,
  },
  openrouter: {
    ...chatHost(openrouterFlavour, openrouterErrors),
    name: 'openrouter',
    title: 'OpenRouter',
    bases: ['/openrouter/api/v1'],
    cors: corsPolicies.openrouter,
    models: openrouterModels,
    model: 'anthropic/claude-sonnet-5.5',
  },
  strict: {
    ...chatHost(strictFlavour, strictErrors),
    ...local,
    name: 'strict',
    title: 'an old strict server',
    bases: ['/strict/v1'],
    cors: corsPolicies.open,
  },
};

/** The host a path belongs to, and what is left of the path below its base. */
export function findHost(path: string): { host: Host; below: string } | null {
  for (const host of Object.values(hosts))
    for (const base of [...host.bases].sort((a, b) => b.length - a.length))
      if (path === base || path.startsWith(`${base}/`)) return { host, below: path.slice(base.length) };
  return null;
}
