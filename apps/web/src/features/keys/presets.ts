import type { ProviderName } from '@polylogue/providers';
import { providerOf } from './catalog.ts';
import { endpointUrl, hostOf, isLocal, isOwnHost, originOf } from './endpoint.ts';

export type PresetName = 'ollama' | 'lmstudio' | 'openrouter' | 'other';

/** A server that speaks OpenAI's format, as it is offered beside the five. */
export interface Preset {
  name: PresetName;
  displayName: string;
  endpoint: string;
  /** `none` where no key is needed. */
  apiKey: '' | 'none';
  /** The page on which a person makes a key. */
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

/** The preset this is a connection of; null for the five themselves, and for servers nobody knows. */
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

/** Who answers: the company, or what is known to run there; whose format it speaks where that is all one knows. */
export const answererOf = (type: ProviderName, endpoint: string): string =>
  presetOf(type, endpoint)?.displayName ?? providerOf(type).company;

/** What a connection is called: who runs it, what runs there, or its host. */
export function nameOf(type: ProviderName, endpoint: string): string {
  if (isOwnHost(type, endpoint)) return providerOf(type).company;
  return presetOf(type, endpoint)?.displayName ?? hostOf(endpoint) ?? providerOf(type).company;
}
