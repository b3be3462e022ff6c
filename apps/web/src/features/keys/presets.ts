import type { ProviderName } from '@polylogue/providers';
import { providerOf } from './catalog.ts';
import { endpointHost, endpointUrl, isLocal, isOwnHost, originOf } from './endpoint.ts';

export type PresetName = 'ollama' | 'lmstudio' | 'openrouter' | 'other';

/** A server with OpenAI's API format, offered beside the five. */
export interface Preset {
  name: PresetName;
  displayName: string;
  endpoint: string;
  /** `none` when no key is needed. */
  apiKey: '' | 'none';
  /** The page where keys are created. */
  keyPage?: string;
}

export const presets: Readonly<Record<PresetName, Preset>> = {
  ollama: {
    name: 'ollama',
    displayName: 'Ollama',
    endpoint: 'http://localhost:11434/v1/chat/completions',
    apiKey: 'none',
  },
  lmstudio: {
    name: 'lmstudio',
    displayName: 'LM Studio',
    endpoint: 'http://localhost:1234/v1/chat/completions',
    apiKey: 'none',
  },
  openrouter: {
    name: 'openrouter',
    displayName: 'OpenRouter',
    endpoint: 'https://openrouter.ai/api/v1/chat/completions',
    apiKey: '',
    keyPage: 'https://openrouter.ai/settings/keys',
  },
  other: { name: 'other', displayName: 'Another server', endpoint: '', apiKey: '' },
};

export const presetNames = Object.keys(presets) as PresetName[];

/** The preset a connection belongs to; null for the five themselves, and for unknown servers. */
export function presetOf(type: ProviderName, endpoint: string): Preset | null {
  if (type !== 'openai') return null;
  const origin = originOf(endpoint);
  const port = isLocal(endpoint) ? endpointUrl(endpoint)?.port : null;
  return (
    Object.values(presets).find(
      (preset) =>
        preset.endpoint !== '' &&
        (originOf(preset.endpoint) === origin || (port && endpointUrl(preset.endpoint)?.port === port)),
    ) ?? null
  );
}

/** Which server usually listens on a port of this machine or network. */
const usualPorts: Readonly<Record<string, string>> = {
  8000: 'vLLM',
  8080: 'llama.cpp',
};

/** The name of what usually runs at this address; null if nothing is known of it. */
export function serverOf(endpoint: string): string | null {
  const usual = isLocal(endpoint) ? usualPorts[endpointUrl(endpoint)?.port ?? ''] : undefined;
  return usual ?? presetOf('openai', endpoint)?.displayName ?? null;
}

/** Who answers: the company, or the service known to run there; if neither is known, whose format it uses. */
export const answererOf = (type: ProviderName, endpoint: string): string =>
  presetOf(type, endpoint)?.displayName ?? providerOf(type).company;

/** The name of a connection: who runs it, what runs there, or its host. */
export function connectionName(type: ProviderName, endpoint: string): string {
  if (isOwnHost(type, endpoint)) return providerOf(type).company;
  return presetOf(type, endpoint)?.displayName ?? endpointHost(endpoint) ?? providerOf(type).company;
}
