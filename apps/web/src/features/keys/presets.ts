import type { ProviderName } from '@polylogue/providers';
import { providerOf } from './catalog.ts';
import { endpointHost, endpointUrl, isLocal, isOwnHost, originOf } from './endpoint.ts';

/** A server with OpenAI's API format, offered beside the five. */
export interface Preset {
  displayName: string;
  endpoint: string;
  /** `none` when no key is needed. */
  apiKey: '' | 'none';
  /** The page where keys are created. */
  keyPage?: string;
  /** Of a server of one's own: what lets web pages call it, as the server names that setting. */
  corsSetting?: string;
}

/** In the order of the dialog. */
const rows = {
  ollama: {
    displayName: 'Ollama',
    endpoint: 'http://localhost:11434/v1/chat/completions',
    apiKey: 'none',
    corsSetting: 'OLLAMA_ORIGINS',
  },
  lmstudio: {
    displayName: 'LM Studio',
    endpoint: 'http://localhost:1234/v1/chat/completions',
    apiKey: 'none',
    corsSetting: '“Enable CORS”',
  },
  openrouter: {
    displayName: 'OpenRouter',
    endpoint: 'https://openrouter.ai/api/v1/chat/completions',
    apiKey: '',
    keyPage: 'https://openrouter.ai/settings/keys',
  },
  other: { displayName: 'Another server', endpoint: '', apiKey: '' },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof rows;

export const presets: Readonly<Record<PresetName, Preset>> = rows;

export const presetNames = Object.keys(rows) as PresetName[];

/** The preset a connection belongs to; null for the five themselves, and for unknown servers. */
export function presetOf(type: ProviderName, endpoint: string): PresetName | null {
  if (type !== 'openai') return null;
  const origin = originOf(endpoint);
  const port = isLocal(endpoint) ? endpointUrl(endpoint)?.port : null;
  return (
    presetNames.find((name) => {
      const own = presets[name].endpoint;
      return own !== '' && (originOf(own) === origin || (port && endpointUrl(own)?.port === port));
    }) ?? null
  );
}

/** Which server usually listens on a port of this machine or network. */
const usualPorts: Readonly<Record<string, string>> = {
  8000: 'vLLM',
  8080: 'llama.cpp',
};

/** What a preset is called to the user; null for none. */
const displayNameOf = (preset: PresetName | null): string | null => preset && presets[preset].displayName;

/** The name of what usually runs at this address; null if nothing is known of it. */
export function serverOf(endpoint: string): string | null {
  const usual = isLocal(endpoint) ? usualPorts[endpointUrl(endpoint)?.port ?? ''] : undefined;
  return usual ?? displayNameOf(presetOf('openai', endpoint));
}

/** Whether a company runs the server at this address for everyone, as far as it is known. */
export function isForEveryone(endpoint: string): boolean {
  const preset = presetOf('openai', endpoint);
  return preset !== null && presets[preset].keyPage !== undefined;
}

/** What lets web pages call the server at this address, as it names that setting. */
export function corsSettingOf(endpoint: string): string {
  const preset = presetOf('openai', endpoint);
  const own = preset && presets[preset].corsSetting;
  return own ?? (isLocal(endpoint) && serverOf(endpoint) === null ? anyCorsSetting : 'CORS');
}

const anyCorsSetting = Object.values<Preset>(rows)
  .flatMap(({ corsSetting, displayName }) => (corsSetting ? [`${corsSetting} in ${displayName}`] : []))
  .join(', ');

/** Who answers: the company, or the service known to run there; if neither is known, whose format it uses. */
export const answererOf = (type: ProviderName, endpoint: string): string =>
  displayNameOf(presetOf(type, endpoint)) ?? providerOf(type).company;

/** The name of a connection: who runs it, what runs there, or its host. */
export function connectionName(type: ProviderName, endpoint: string): string {
  if (isOwnHost(type, endpoint)) return providerOf(type).company;
  return displayNameOf(presetOf(type, endpoint)) ?? endpointHost(endpoint) ?? providerOf(type).company;
}
