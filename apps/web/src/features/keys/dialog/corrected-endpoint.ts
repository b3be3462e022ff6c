import type { ProviderName } from '@polylogue/providers';
import { endpointUrl, isLocal, isOwnHost } from '../endpoint.ts';

/** The address that was meant, where the typed one lacks `http://` or ends at a path without a chat; otherwise as typed. */
export function correctedEndpoint(type: ProviderName, typed: string): string {
  const endpoint = withProtocol(typed.trim());
  const url = endpointUrl(endpoint);
  if (!url || type === 'gemini') return url ? endpoint : typed;
  const path = url.pathname.replace(/\/{1,9}$/, '');
  const versioned = pathOfVersion(path, isLocal(endpoint));
  if (versioned === null || (type !== 'anthropic' && isOwnHost(type, endpoint) && !path.endsWith('/models')))
    return endpoint;
  url.pathname = versioned;
  return url.href;
}

/** A host of this machine or network has no https. */
function withProtocol(typed: string): string {
  if (!/^(localhost|\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)+|[\w-]+(?=:\d))(:\d{1,5})?(\/|$)/i.test(typed))
    return typed;
  return isLocal(`http://${typed}`) ? `http://${typed}` : `https://${typed}`;
}

/** Where the same server has its chat, for a path that has none; null: the path may stay. */
function pathOfVersion(path: string, isNearby: boolean): string | null {
  // The paths of Ollama's own format; elsewhere than nearby, `/api` may be where the versions are.
  if (/\/api\/(tags|chat|generate|show|ps|version)$/.test(path) || (isNearby && path.endsWith('/api')))
    return path.replace(/\/api(\/\w+)?$/, '/v1');
  const [, version] = /^(.*\/v\d+)\/models$/.exec(path) ?? [];
  return version ?? null;
}
