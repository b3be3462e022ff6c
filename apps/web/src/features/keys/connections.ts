import type { ProviderName, ProviderSetting } from '@polylogue/providers';
import { isProvider } from './catalog.ts';
import { originOf } from './endpoint.ts';

export type Config = ProviderSetting['config'];

/** A key, its endpoint and a model, as saved. There is one for each provider and origin. */
export interface Connection extends Config {
  type: ProviderName;
}

/** Identifies a connection: of this provider, at this origin; without an origin, the one saved last. */
export interface ConnectionId {
  provider: ProviderName;
  origin?: string | undefined;
}

/** The saved connections, the most recently saved last. Invalid data counts as nothing saved. */
export function readConnections(list: string | null): Connection[] {
  const listed = parsed(list);
  return (Array.isArray(listed) ? listed : []).flatMap(connectionIn).reduce<Connection[]>(withConnection, []);
}

/** The list with this connection last, replacing the one at the same origin. */
export const withConnection = (list: readonly Connection[], one: Connection): Connection[] => [
  ...list.filter((other) => !isSame(other, one)),
  one,
];

export const connectionOf = ({ type, config }: ProviderSetting): Connection => ({ type, ...config });

export const hasId = ({ type, endpoint }: Connection, { provider, origin }: ConnectionId): boolean =>
  type === provider && (origin === undefined || originOf(endpoint) === origin);

/** The same without these keys, wherever they occur. */
export const withoutKeys = (list: readonly Connection[], keys: ReadonlySet<string>): Connection[] =>
  list.map((one) => (keys.has(one.apiKey) ? { ...one, apiKey: '' } : one));

/** Addresses without an origin are compared as text. */
const isSame = (one: Connection, other: Connection) =>
  one.type === other.type &&
  (originOf(one.endpoint) ?? one.endpoint) === (originOf(other.endpoint) ?? other.endpoint);

/** What an entry holds, if it is a connection. */
export function connectionIn(value: unknown): Connection[] {
  const { type, apiKey, endpoint, model } = record(value);
  const isWhole = typeof apiKey === 'string' && typeof endpoint === 'string' && typeof model === 'string';
  return isProvider(type) && isWhole ? [{ type, apiKey, endpoint, model }] : [];
}

export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
