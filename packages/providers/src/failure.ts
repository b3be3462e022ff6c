import { asList, asString, at, parseJson } from './json.ts';
import { mask } from './mask.ts';

/** Why no answer came, or why it was cut off. */
export type FailureKind =
  | 'key' // 401, or a provider's own way of saying so
  | 'permission'
  | 'no-credit'
  | 'model'
  | 'too-long'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'refused' // the provider blocked the question or its answer
  | 'connect' // no readable answer: CORS, DNS, mixed content, or an openai 401
  | 'offline' // this device is not connected
  | 'bad-answer' // an answer came in no format we know
  | 'unsupported-provider'
  | 'other';

export interface Failure {
  kind: FailureKind;
  /** The provider's own words, cut to 500 characters, key-shaped text masked; ours where it gave none. */
  message: string;
  /** HTTP status, when a response came. */
  status?: number;
  retryable: boolean;
  /** How long the provider asks us to wait, in milliseconds. */
  retryAfter?: number;
  /** The body or event as received (masked, cut to 4,000 characters), for a Details disclosure. */
  details?: string;
}

/** What a provider sent instead of an answer. */
export interface ErrorResponse {
  /** The body of the response, or the data of the event, as received. */
  body: string;
  /** HTTP status; left out for an error inside a stream. */
  status?: number;
  /** HTTP reason phrase. */
  statusText?: string;
  headers?: Headers;
}

/** A failure in the provider's words, classified by what the user can do about it. */
export function providerFailure(
  { body, status, statusText, headers }: ErrorResponse,
  apiKey: string,
): Failure {
  const json = parseJson(body.trim());
  const error = errorIn(json);
  const code = status ?? numericCode(error);
  const said = wordsOf(json, error) || pageTitle(body) || plainText(body);
  const message = said || statusText || 'it gave no reason';
  const kind = kindOf(code, `${codesOf(json, error).join(' ')} ${message}`);
  const retryAfter = waitOf(error, headers);
  return {
    kind,
    message: shortened(mask(said ? message : `${code ?? 'Error'}: ${message}`, apiKey), 500),
    ...(code !== undefined && { status: code }),
    retryable: headers?.get('x-should-retry') !== 'false' && mayRetry.has(kind),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(body.trim() && { details: shownBody(body, apiKey) }),
  };
}

/** A failure in our own words, where no provider explained it. */
export const ownFailure = (kind: FailureKind, message: string, more: Partial<Failure> = {}): Failure => ({
  kind,
  message,
  retryable: mayRetry.has(kind),
  ...more,
});

/** What servers say of a path that they do not have: FastAPI, Go, Express, Azure, a proxy’s page, or nothing. */
const isPathUnknown = (body: string, message: string) =>
  body.trim() === '' ||
  looksLikePage(body) ||
  /^((404|error|page|file|path|resource|url|route|endpoint)\W+)*not found\W*$/i.test(message);

/** The failure of a request whose model may exist: at another host than the provider’s, the path may be the wrong one. */
export function orUnknownPath(
  failure: Failure,
  body: string,
  { host, pathname }: URL,
  apiKey: string,
): Failure {
  if (failure.status !== 404 || !isPathUnknown(body, failure.message)) return failure;
  const { details } = failure;
  const place = mask(`${host}${pathname}`, apiKey);
  const usual = /\/v\d/.test(pathname) ? '.' : ': most servers have it under /v1.';
  const message = `There is no chat at ${place}. Check the API Endpoint in settings${usual}`;
  return ownFailure('bad-answer', message, { status: 404, ...(details && { details }) });
}

/** The body as the user may see it. */
export const shownBody = (body: string, apiKey: string): string => shortened(mask(body.trim(), apiKey), 4000);

/** The error inside a JSON message: an object or a string; undefined when it is not an error. */
export function errorIn(json: unknown): unknown {
  return errorOf(speakerOf(json));
}

/** The message itself; of a list, the one with the error. */
const speakerOf = (json: unknown): unknown =>
  Array.isArray(json) ? (json.find((one) => errorOf(one)) ?? json[0]) : json;

function errorOf(message: unknown): unknown {
  const error = at(message, 'error');
  if (error) return error;
  const isError =
    at(message, 'object') === 'error' || at(message, 'type') === 'error' || at(message, 'detail');
  return isError ? message : undefined;
}

/** Whether a JSON body without an answer contains an error message. */
export const hasErrorText = (json: unknown): boolean => wordsOf(json, errorIn(json)) !== '';

function wordsOf(json: unknown, error: unknown): string {
  const speaker = speakerOf(json);
  const raw = at(error, 'metadata', 'raw'); // OpenRouter: what the provider behind it said
  const said =
    asString(error) ||
    [asString(at(error, 'message')), asString(raw)].filter(Boolean).join(': ') ||
    asString(at(speaker, 'message')) ||
    asString(at(speaker, 'detail')) ||
    asString(at(speaker, 'msg'));
  if (said) return said.trim();
  const faults = asList(at(speaker, 'detail')).map((fault) => {
    const place = asList(at(fault, 'loc')).join('.');
    return [place, asString(at(fault, 'msg'))].filter(Boolean).join(': ');
  });
  return faults.filter(Boolean).join('; ');
}

function codesOf(json: unknown, error: unknown): string[] {
  const reasons = asList(at(error, 'details')).map((detail) => at(detail, 'reason'));
  const codes = [error, json].flatMap((said) => [at(said, 'code'), at(said, 'type'), at(said, 'status')]);
  return [...codes, at(error, 'details', 'error_code'), ...reasons].map(asString).filter(Boolean);
}

function numericCode(error: unknown): number | undefined {
  const code = Number(at(error, 'code') ?? at(error, 'status') ?? Number.NaN);
  return Number.isInteger(code) && code >= 400 && code < 600 ? code : undefined;
}

const pageTitle = (body: string) =>
  looksLikePage(body) ? (/<title[^<>]*>([^<]*)/i.exec(body)?.[1]?.trim() ?? '') : '';

const plainText = (body: string) => (/^\s*[<{[]/.test(body) ? '' : body.trim());

/** Whether this is a web page, as gateways and wrong addresses send it. */
const looksLikePage = (body: string): boolean => /^\s*<(!doctype|html|head|body|\?xml|!--)/i.test(body);

// Text that is more specific than the status.
const strongSigns: [FailureKind, RegExp][] = [
  [
    'no-credit',
    /insufficient_quota|billing_error|billing_hard_limit|(enforced|contract)_spend_limit|credit balance|insufficient[ _](balance|credits|funds)|payment required|(used all|run out of|out of|no|purchase)( \w+){0,2} credits/i,
  ],
  [
    'too-long',
    /context_length_exceeded|prompt is too long|maximum context length|maximum number of tokens|request_too_large|exceeds? (the )?(available )?context|maximum prompt length|context (length|window) of only|context size has been exceeded|context overflows/i,
  ],
  [
    'key',
    /invalid_api_key|api_key_invalid|authentication_error|api key not valid|(incorrect|invalid) api key|UNAUTHENTICATED/i,
  ],
  [
    'model',
    /model_not_found|not_found_error|supported api model names|model not exist|model (?:(?!model ).){0,80}not found/i,
  ],
  ['refused', /content_filter|content_policy|content management policy/i],
  ['bad-answer', /unexpected endpoint or method/i], // LM Studio, with HTTP 200
];

const statusKinds: Readonly<Record<number, FailureKind>> = {
  401: 'key',
  402: 'no-credit',
  403: 'permission',
  404: 'model',
  408: 'server',
  409: 'server',
  413: 'too-long',
  429: 'rate-limit',
  503: 'overloaded',
  529: 'overloaded',
};

// For errors that come without a status: inside a stream, or under HTTP 200.
const weakSigns: [FailureKind, RegExp][] = [
  ['permission', /permission_error|PERMISSION_DENIED/],
  ['rate-limit', /rate[_ ]limit|RESOURCE_EXHAUSTED|too many requests/i],
  ['overloaded', /overloaded|unavailable|insufficient_system_resource|at capacity/i],
  ['server', /server_error|api_error|timeout|internal|network_error/i],
];

function kindOf(status: number | undefined, said: string): FailureKind {
  const among = (signs: [FailureKind, RegExp][]) => signs.find(([, sign]) => sign.test(said))?.[0];
  const strong = among(strongSigns);
  // A fault of the server, unless it says that all is too long, as llama.cpp does.
  if (status !== undefined && status >= 500)
    return statusKinds[status] ?? (strong === 'too-long' ? strong : 'server');
  return strong ?? statusKinds[status ?? 0] ?? among(weakSigns) ?? 'other';
}

const mayRetry: ReadonlySet<FailureKind> = new Set([
  'rate-limit',
  'overloaded',
  'server',
  'connect',
  'offline',
]);

function waitOf(error: unknown, headers: Headers | undefined): number | undefined {
  const delays = asList(at(error, 'details')).map((detail) =>
    /^([\d.]+)s$/.exec(asString(at(detail, 'retryDelay'))),
  );
  const inBody = delays.find(Boolean)?.[1];
  if (inBody) return Math.ceil(Number(inBody) * 1000);
  const precise = Number(headers?.get('retry-after-ms') || Number.NaN);
  if (precise >= 0) return precise;
  const after = headers?.get('retry-after');
  if (!after) return undefined;
  const ms = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : undefined;
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
