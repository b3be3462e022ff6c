import type { ProviderRefusal } from './refusal.ts';

/** A valid request, in a form common to all imitated wires. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  turns: RequestTurn[];
  /** The most tokens the answer may have, reasoning included; null when the request does not say. */
  limit: number | null;
  /** `shown`: the client sees reasoning; `hidden`: it is only counted; `off`: there is none. */
  reasoning: 'shown' | 'hidden' | 'off';
  /** Other options, as received: limits, temperature, effort. */
  settings: JsonBody;
  /** Chat completions: a usage chunk was asked for. */
  wantsUsage: boolean;
  /** Gemini: a stream without `alt=sse` is one JSON array in pieces. */
  asArray: boolean;
  /** The key, which is in the headers and not in the body. */
  key?: string;
}

export interface RequestTurn {
  role: 'system' | 'user' | 'assistant';
  text: string;
  files: RequestFile[];
}

/** A file in the request, as far as the wire describes it. */
export interface RequestFile {
  name: string | null;
  mediaType: string;
  /** Null when only an address was sent. */
  bytes: number | null;
}

export type JsonBody = Record<string, unknown>;

/** Some fields of a body, those that are there. */
export const picked = (body: JsonBody, names: readonly string[]): JsonBody =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

export const isRefusal = (what: ModelRequest | ProviderRefusal): what is ProviderRefusal => 'kind' in what;
export const isJson = (value: unknown): value is JsonBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

/** A request that the provider would refuse. Thrown while reading a body, caught once by `readOrRefuse`. */
export class InvalidRequest extends Error {
  refusal: ProviderRefusal;
  constructor(message: string, more: Partial<ProviderRefusal> = {}) {
    super(message);
    this.refusal = { kind: 'bad-request', message, ...more };
  }
}

/** Runs a reader and turns an InvalidRequest into its refusal. */
export function readOrRefuse(read: () => ModelRequest): ModelRequest | ProviderRefusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidRequest) return error.refusal;
    throw error;
  }
}

export const sizeOfBase64 = (data: string) => Math.floor((data.replace(/=+$/, '').length * 3) / 4);
export const isBase64 = (data: string) => data.length > 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);

/** What a `data:` address carries; null for any other address. */
export function dataUrl(url: string): { mediaType: string; data: string } | null {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return mediaType !== undefined && data !== undefined ? { mediaType, data } : null;
}

export const lastUserText = (request: ModelRequest) =>
  request.turns.findLast(({ role }) => role === 'user')?.text ?? '';
