import type { IncomingHttpHeaders } from 'node:http';

/** A host's CORS behaviour. */
export interface CorsPolicy {
  /** `none`: it does not support CORS, so no page can read its responses. */
  origin: '*' | 'reflect' | 'loopback' | 'none';
  /** Which request headers a preflight grants. */
  headers: 'reflect' | '*' | readonly string[];
  /** The preflight itself is refused with 403 when it asks for a header not on the list. */
  refusesOthers?: boolean;
  /** Answers pages only when this request header is sent. */
  optIn?: string;
  /** Answers with these statuses come without CORS headers. */
  silentOn?: readonly number[];
  expose?: string;
}

const stainless = [
  'x-stainless-lang',
  'x-stainless-package-version',
  'x-stainless-os',
  'x-stainless-arch',
  'x-stainless-retry-count',
  'x-stainless-runtime',
  'x-stainless-runtime-version',
  'x-stainless-helper-method',
  'x-stainless-timeout',
];

export const corsPolicies = {
  openai: { origin: '*', headers: 'reflect', silentOn: [401], expose: 'X-Request-ID' },
  anthropic: {
    origin: '*',
    headers: 'reflect',
    optIn: 'anthropic-dangerous-direct-browser-access',
    expose: '*',
  },
  gemini: {
    origin: 'reflect',
    headers: ['content-type', 'x-goog-api-key', 'x-goog-api-client'],
    refusesOthers: true,
  },
  deepseek: { origin: 'reflect', headers: 'reflect' },
  grok: { origin: '*', headers: '*' },
  ollama: {
    origin: 'loopback',
    headers: [
      'authorization',
      'content-type',
      'user-agent',
      'accept',
      'x-requested-with',
      'openai-beta',
      ...stainless,
    ],
  },
  openrouter: {
    origin: '*',
    headers: [
      'authorization',
      'content-type',
      'user-agent',
      'http-referer',
      'x-title',
      'x-openrouter-title',
      'x-openrouter-categories',
      ...stainless,
    ],
  },
  open: { origin: '*', headers: '*' },
  none: { origin: 'none', headers: [] },
} as const satisfies Record<string, CorsPolicy>;

const list = (header: string | undefined) =>
  (header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

const isLoopback = (origin: string) => /^https?:\/\/(localhost|127\.0\.0\.1|0\.0\.0\.0)(:\d+)?$/.test(origin);

function allowedOrigin(policy: CorsPolicy, origin: string): string | null {
  if (policy.origin === 'none') return null;
  if (policy.origin === '*') return '*';
  if (policy.origin === 'loopback' && !isLoopback(origin)) return null;
  return origin;
}

/** The response to a preflight. */
export function preflight(
  policy: CorsPolicy,
  requestHeaders: IncomingHttpHeaders,
): { status: number; headers: Record<string, string> } {
  const wanted = list(requestHeaders['access-control-request-headers']);
  const origin = allowedOrigin(policy, requestHeaders.origin ?? '');
  if (origin === null) return { status: policy.origin === 'none' ? 404 : 403, headers: {} };
  if (policy.optIn && !wanted.includes(policy.optIn)) return { status: 400, headers: {} };
  const granted = policy.headers;
  if (policy.refusesOthers && Array.isArray(granted) && wanted.some((name) => !granted.includes(name)))
    return { status: 403, headers: {} };
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        granted === 'reflect' ? wanted.join(', ') : granted === '*' ? '*' : [...granted].join(', '),
      'access-control-max-age': '600',
      ...(origin !== '*' && { vary: 'Origin' }),
    },
  };
}

/** The CORS headers of an actual answer; none when the host does not let the page read it. */
export function corsHeaders(
  policy: CorsPolicy,
  requestHeaders: IncomingHttpHeaders,
  status: number,
): Record<string, string> {
  if (requestHeaders.origin === undefined || policy.silentOn?.includes(status)) return {};
  if (policy.optIn && requestHeaders[policy.optIn] !== 'true') return {};
  const origin = allowedOrigin(policy, requestHeaders.origin);
  if (origin === null) return {};
  return {
    'access-control-allow-origin': origin,
    ...(policy.expose && { 'access-control-expose-headers': policy.expose }),
    ...(origin !== '*' && { vary: 'Origin' }),
  };
}
