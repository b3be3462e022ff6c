import { endpointHost, isOwnHost } from './endpoint.ts';
import { type Failure, ownFailure } from './failure.ts';
import type { ProviderSetting } from './question.ts';

/** The key as it goes into a header; null for a server without keys. */
export function settingKey({ config }: ProviderSetting): string | null {
  const key = config.apiKey.trim();
  return key === '' || key.toLowerCase() === 'none' ? null : key;
}

/** Why this setting cannot be used at all; null when it can. */
export function settingFailure(setting: ProviderSetting): Failure | null {
  const { endpoint, model } = setting.config;
  if (!endpointHost(endpoint))
    return ownFailure('other', 'The API Endpoint is not a web address. Correct it in settings.');
  if (!/^[\x20-\x7e]*$/.test(settingKey(setting) ?? ''))
    return ownFailure('key', 'The API key contains an invalid character. Paste it again in settings.');
  if (model.trim() === '') return ownFailure('other', 'No model is chosen. Enter one in settings.');
  return null;
}

/** For every request with a key: no cookies, and nowhere but to the intended host. */
export const fetchOptions = {
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'no-referrer',
  cache: 'no-store',
} as const satisfies RequestInit;

/** A failed fetch does not say why; this lists the possible reasons. */
export function connectFailure({ type, config }: ProviderSetting): Failure {
  const host = endpointHost(config.endpoint) ?? '';
  // A browser knows when it is offline, but not whether it is online; this machine needs no network.
  if (globalThis.navigator?.onLine === false && !isThisMachine.test(host))
    return ownFailure('offline', `Unable to connect to ${host}: this device is offline.`);
  return ownFailure('connect', `Unable to connect to ${host}: no readable answer came. ${advice()}`);

  function advice() {
    if (type === 'openai' && isOwnHost(type, config.endpoint))
      return 'Check the internet connection, and the key: a wrong one looks the same to a web page.';
    if (/^(localhost|127\.|10\.|192\.168\.|\[|[^.]+(:\d+)?$|.*\.local(:|$))/.test(host))
      return 'Check that the server is running, that it allows calls from this page (CORS), and that the browser may reach the local network.';
    return 'Check the internet connection, the API Endpoint, and that the server allows calls from web pages (CORS).';
  }
}

const isThisMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;
