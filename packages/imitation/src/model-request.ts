import type { Refusal } from './refusal.ts';

/** A request as every imitated wire understands it, once it has been found acceptable. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  turns: Turn[];
  /** The most tokens the answer may have, reasoning included; null when the request does not say. */
  limit: number | null;
  /** `shown`: the asker would see reasoning; `hidden`: it is only counted; `off`: none happens. */
  reasoning: 'shown' | 'hidden' | 'off';
  /** What else was said about how to answer, as it came: limits, temperature, effort. */
  settings: Json;
  /** Chat completions: a usage chunk was asked for. */
  wantsUsage: boolean;
  /** Gemini: a stream without `alt=sse` is one JSON array in pieces. */
  asArray: boolean;
  /** The key that came along, which no body has. */
  key?: string;
}

export interface Turn {
  role: 'system' | 'user' | 'assistant';
  text: string;
  files: RequestFile[];
}

/** A file that came along, as far as the wire tells. */
export interface RequestFile {
  name: string | null;
  mediaType: string;
  /** Null when only an address was sent. */
  bytes: number | null;
}

export type Json = Record<string, unknown>;

/** Some fields of a body, those that are there. */
export const picked = (body: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

export const isRefusal = (what: ModelRequest | Refusal): what is Refusal => 'kind' in what;
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);

/** A request that the provider would refuse. Thrown while reading a body, caught once by `readingOf`. */
export class Objection extends Error {
  refusal: Refusal;
  constructor(message: string, more: Partial<Refusal> = {}) {
    super(message);
    this.refusal = { kind: 'bad-request', message, ...more };
  }
}

/** Runs a reader; what it objects to becomes the refusal. */
export function readingOf(read: () => ModelRequest): ModelRequest | Refusal {
  try {
    return read();
  } catch (objection) {
    if (objection instanceof Objection) return objection.refusal;
    throw objection;
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
