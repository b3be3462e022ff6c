import type { IncomingHttpHeaders } from 'node:http';
import type { Host } from './hosts.ts';
import type { ProviderRefusal } from './refusal.ts';
import { keyWords } from './vocabulary.ts';

/** Why this request's key is refused; null when it is accepted. */
export function refusalOfKey(
  host: Host,
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
): ProviderRefusal | null {
  if (host.keyIn === 'none') return null;
  const keys = keysIn(host, headers, query);
  const [key] = keys;
  if (!key) return { kind: 'missing-key' };
  // two credentials at once confuse the real ones too: 401
  if (keys.length > 1) return { kind: 'wrong-key', status: 401, key };
  for (const [word, kind] of Object.entries(keyWords))
    if (key.includes(word)) return { kind, key, ...(isNewGoogleKey(host, key, kind) && { status: 401 }) };
  return null;
}

/** The key in the request; empty if there is none. */
export const requestKey = (host: Host, headers: IncomingHttpHeaders, query: URLSearchParams): string =>
  keysIn(host, headers, query)[0] ?? '';

function keysIn(host: Host, headers: IncomingHttpHeaders, query: URLSearchParams): string[] {
  const [, bearer] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  const places: (string | string[] | null | undefined)[] =
    host.keyIn === 'bearer'
      ? [bearer]
      : host.keyIn === 'x-api-key'
        ? [headers['x-api-key'], bearer]
        : [headers['x-goog-api-key'], query.get('key'), bearer];
  return places.flatMap((key) => (typeof key === 'string' && key !== '' ? [key] : []));
}

// keys made since 2026 begin with AQ. and get 401 where the old ones got 400
const isNewGoogleKey = (host: Host, key: string, kind: string) =>
  host.name === 'gemini' && kind === 'wrong-key' && key.startsWith('AQ.');
