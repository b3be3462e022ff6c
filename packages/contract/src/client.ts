import type { z } from 'zod';
import type { Api } from './api.ts';
import type { Refused } from './refused.ts';

type Endpoint = { [Noun in keyof Api]: Api[Noun][keyof Api[Noun]] }[keyof Api];

type Calls = {
  [One in Endpoint as One extends { reply: z.ZodType } ? `${One['method']} ${One['path']}` : never]: One;
};

/** An endpoint that answers with JSON, as "METHOD /path". */
export type Call = keyof Calls;

/** A call that needs no sign-in. */
export type OpenCall = {
  [Name in Call]: Calls[Name] extends { access: 'anyone' } ? Name : never;
}[Call];

type Given<One, Part extends string> = One extends { [P in Part]: infer Shape extends z.ZodType }
  ? { [P in Part]: z.input<Shape> }
  : unknown;

/** The input of an endpoint. */
export type CallRequest<Name extends Call> = Given<Calls[Name], 'params'> &
  Given<Calls[Name], 'query'> &
  Given<Calls[Name], 'body'> &
  (Calls[Name] extends { file: string } ? { file: File } : unknown);

export type ReplyTo<Name extends Call> = Calls[Name] extends { reply: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : never;

export type ApiClient = <Name extends Call>(
  name: Name,
  request: CallRequest<Name>,
  options?: Options,
) => Promise<ReplyTo<Name>>;

export interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** It goes on when the page is left; browsers take 64 kB of that at once. */
  keepalive?: boolean;
}

type RefusalBody = Pick<Refused, 'message'> & Partial<Pick<Refused, 'error'>>;

/** A response that is not OK. The message is "status: body text", or the status text where the body is empty. */
export class FetchError extends Error {
  override name = 'FetchError';
  readonly status: number;
  /** The body's message to the user, ours or a proxy's. Undefined when it is not JSON with a message. */
  readonly refused: RefusalBody | undefined;
  /** Our server says that it does not exist, or not for this person; a proxy's own 404 says nothing. */
  readonly isNotFound: boolean;
  /** How many seconds to wait before the next attempt, where the response says so. */
  readonly wait: number;

  constructor(status: number, text: string, refused?: RefusalBody, wait?: string | null) {
    super(`${status}: ${text}`);
    this.status = status;
    this.refused = refused;
    this.isNotFound = refused?.error === 'not-found';
    this.wait = Number(wait ?? 0);
  }
}

/**
 * Calls our server with the given fetch. It brings no schema library with it: replies are typed by the
 * contract and trusted, since our own server has checked them against it.
 * Rejects with a FetchError for a response that is not OK, and with what fetch rejects with otherwise.
 */
export function caller(fetch: typeof globalThis.fetch): ApiClient {
  return async (name, request, { signal, headers, keepalive } = {}) => {
    const [method = '', path = ''] = name.split(' ');
    const given = request as UntypedRequest;
    const response = await fetch(address(path, given), {
      method,
      ...bodyOf(given, headers),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    });
    return (await readReply(response)) as ReplyTo<typeof name>;
  };
}

interface UntypedRequest {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  file?: File;
}

function address(path: string, { params = {}, query }: UntypedRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

function bodyOf({ body, file }: UntypedRequest, headers: Record<string, string> = {}): RequestInit {
  if (file) {
    const form = new FormData();
    form.append('file', file);
    return { body: form, headers };
  }
  if (body === undefined) return { headers };
  return { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
}

/** The JSON of a response. Rejects with a FetchError when it is not OK, or not JSON. */
export async function readReply(response: Response): Promise<unknown> {
  const text = await response.text();
  const json = parse(text);
  // A proxy's page under a 200 is no reply either: its text is all there is to show.
  if (response.ok && (json !== undefined || !text)) return json;
  const { status, statusText, headers } = response;
  const refused = isRefused(json) ? json : undefined;
  throw new FetchError(status, text || statusText, refused, headers.get('retry-after'));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRefused(json: unknown): json is RefusalBody {
  const { message } = Object(json) as { message?: unknown };
  return typeof message === 'string' && message.trim() !== '';
}
