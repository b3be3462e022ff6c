/** Why an imitated provider refuses. */
export type RefusalKind =
  | 'missing-key'
  | 'wrong-key'
  | 'no-credit'
  | 'rate-limited'
  | 'forbidden'
  | 'no-model'
  | 'bad-request'
  | 'too-large'
  | 'overloaded'
  | 'server'
  | 'not-found';

export interface ProviderRefusal {
  kind: RefusalKind;
  /** For `bad-request`: what is wrong, and with which field. */
  message?: string;
  /** Sent instead of the provider's usual text. */
  text?: string;
  param?: string;
  code?: string;
  model?: string;
  key?: string;
  /** Another HTTP status than the provider's usual one for this kind. */
  status?: number;
  /** Seconds the provider asks to wait. */
  retryAfter?: number;
}

export interface RefusalResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** [HTTP status, type or status word, code, words]. `{model}`, `{key}` and `{message}` are filled in. */
type Row = readonly [status: number, type: string, code: string | null, words: string];
type Rows = Record<RefusalKind, Row>;

/** The format of one provider's errors. */
export interface ErrorFormat {
  rows: Rows;
  body(row: Row, words: string, refusal: ProviderRefusal): unknown;
}

const masked = (key: string) => (key.length < 8 ? '****' : `${key.slice(0, 2)}***${key.slice(-2)}`);

export function refusalResponse(errorFormat: ErrorFormat, refusal: ProviderRefusal): RefusalResponse {
  const row = errorFormat.rows[refusal.kind];
  const words = (refusal.text ?? row[3])
    .replace('{model}', () => refusal.model || 'your account')
    .replace('{key}', () => masked(refusal.key ?? ''))
    .replace('{message}', () => refusal.message ?? '');
  const status = refusal.status ?? row[0];
  return {
    status,
    headers: refusal.retryAfter === undefined ? {} : { 'retry-after': String(refusal.retryAfter) },
    body: errorFormat.body([status, row[1], refusal.code ?? row[2], row[3]], words, refusal),
  };
}

/** The kind a bare status stands for. */
export function kindOfStatus(status: number): RefusalKind {
  if (status === 401) return 'wrong-key';
  if (status === 402) return 'no-credit';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'no-model';
  if (status === 413) return 'too-large';
  if (status === 429) return 'rate-limited';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 ? 'server' : 'bad-request';
}

const openaiRows: Rows = {
  'missing-key': [
    401,
    'invalid_request_error',
    null,
    "You didn't provide an API key. Send it in an Authorization header with Bearer auth.",
  ],
  'wrong-key': [
    401,
    'invalid_request_error',
    'invalid_api_key',
    'Incorrect API key provided: {key}. You can find your API key at https://platform.openai.com/account/api-keys.',
  ],
  'no-credit': [
    429,
    'insufficient_quota',
    'insufficient_quota',
    'You exceeded your current quota, please check your plan and billing details.',
  ],
  'rate-limited': [
    429,
    'requests',
    'rate_limit_exceeded',
    'Rate limit reached for {model} on requests per min (RPM): Limit 3, Used 3. Please try again in 20s.',
  ],
  forbidden: [
    403,
    'request_forbidden',
    'unsupported_country_region_territory',
    'Country, region, or territory not supported',
  ],
  'no-model': [
    404,
    'invalid_request_error',
    'model_not_found',
    'The model `{model}` does not exist or you do not have access to it.',
  ],
  'bad-request': [400, 'invalid_request_error', null, '{message}'],
  'too-large': [413, 'invalid_request_error', 'request_too_large', 'The request is larger than 50 MB.'],
  overloaded: [503, 'server_error', 'overloaded', 'That model is currently overloaded with other requests.'],
  server: [500, 'server_error', null, 'The server had an error while processing your request.'],
  'not-found': [404, 'invalid_request_error', null, 'Invalid URL ({message})'],
};

const openaiBody: ErrorFormat['body'] = ([, type, code], message, { param }) => ({
  error: { message, type, param: param ?? null, code },
});

export const openaiErrors: ErrorFormat = { rows: openaiRows, body: openaiBody };

export const deepseekErrors: ErrorFormat = {
  rows: {
    ...openaiRows,
    'missing-key': [
      401,
      'authentication_error',
      'invalid_request_error',
      'Authentication Fails (auth header format should be Bearer sk-...)',
    ],
    'wrong-key': [
      401,
      'authentication_error',
      'invalid_request_error',
      'Authentication Fails, Your api key: {key} is invalid',
    ],
    'no-credit': [402, 'unknown_error', 'invalid_request_error', 'Insufficient Balance'],
    'rate-limited': [
      429,
      'rate_limit_error',
      'rate_limit_exceeded',
      'Rate limit reached: too many requests.',
    ],
    forbidden: [403, 'permission_error', 'forbidden', 'This key may not use this model.'],
    'no-model': [
      400,
      'invalid_request_error',
      'invalid_request_error',
      'The supported API model names are deepseek-flash and deepseek-v4-pro, but you passed {model}.',
    ],
    'bad-request': [422, 'invalid_request_error', 'invalid_request_error', '{message}'],
    overloaded: [503, 'service_unavailable_error', 'service_unavailable_error', 'Service is too busy.'],
  },
  body: openaiBody,
};

/** xAI's second shape: `{code, error}`, both strings. */
export const grokErrors: ErrorFormat = {
  rows: {
    'missing-key': [
      401,
      '',
      'Unauthenticated',
      'No API key was provided. Send it in an Authorization header with Bearer auth.',
    ],
    'wrong-key': [
      400,
      '',
      'Client specified an invalid argument',
      'Incorrect API key provided: {key}. You can obtain an API key from https://console.x.ai.',
    ],
    'no-credit': [
      403,
      '',
      'The caller does not have permission to execute the specified operation',
      'Your team has no credits left. You can buy credits at https://console.x.ai.',
    ],
    'rate-limited': [
      429,
      '',
      'Some resource has been exhausted',
      'Too many requests for {model}: your team has reached its rate limit.',
    ],
    forbidden: [
      403,
      '',
      'The caller does not have permission to execute the specified operation',
      'This key may not use this model.',
    ],
    'no-model': [
      404,
      '',
      'Some requested entity was not found',
      'The model {model} does not exist or your team does not have access to it.',
    ],
    'bad-request': [400, '', 'Client specified an invalid argument', '{message}'],
    'too-large': [413, '', 'Payload too large', 'The request body is too large.'],
    overloaded: [
      503,
      '',
      'The service is currently unavailable',
      'The model is at capacity. Please try again later.',
    ],
    server: [500, '', 'Internal error', 'An internal error occurred.'],
    'not-found': [404, '', 'Not found', 'No such path: {message}'],
  },
  body: ([, , code], error) => ({ code, error }),
};

export const anthropicErrors: ErrorFormat = {
  rows: {
    'missing-key': [401, 'authentication_error', null, 'x-api-key header is required'],
    'wrong-key': [401, 'authentication_error', null, 'invalid x-api-key'],
    'no-credit': [
      402,
      'billing_error',
      null,
      'Your credit balance is too low to access the API. Please go to Plans & Billing to buy credits.',
    ],
    'rate-limited': [
      429,
      'rate_limit_error',
      null,
      "This request would exceed your organization's rate limit of 50 requests per minute.",
    ],
    forbidden: [
      403,
      'permission_error',
      null,
      'Your API key does not have permission to use the specified resource.',
    ],
    'no-model': [404, 'not_found_error', null, 'model: {model}'],
    'bad-request': [400, 'invalid_request_error', null, '{message}'],
    'too-large': [413, 'request_too_large', null, 'Request exceeds the maximum size'],
    overloaded: [529, 'overloaded_error', null, 'Overloaded'],
    server: [500, 'api_error', null, 'Internal server error'],
    'not-found': [404, 'not_found_error', null, 'Not found: {message}'],
  },
  body: ([, type], message) => ({
    type: 'error',
    error: { type, message },
    request_id: 'req_imitation',
  }),
};

export const geminiErrors: ErrorFormat = {
  rows: {
    'missing-key': [
      403,
      'PERMISSION_DENIED',
      null,
      "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity.",
    ],
    'wrong-key': [
      400,
      'INVALID_ARGUMENT',
      'API_KEY_INVALID',
      'API key not valid. Please pass a valid API key.',
    ],
    'no-credit': [402, 'RESOURCE_EXHAUSTED', null, 'Your prepaid credit is used up. Please add credit.'],
    'rate-limited': [
      429,
      'RESOURCE_EXHAUSTED',
      null,
      'You exceeded your current quota, please check your plan and billing details.',
    ],
    forbidden: [
      403,
      'PERMISSION_DENIED',
      'API_KEY_HTTP_REFERRER_BLOCKED',
      'Requests from this referrer are blocked.',
    ],
    'no-model': [
      404,
      'NOT_FOUND',
      null,
      'models/{model} is not found for API version v1beta, or is not supported for generateContent.',
    ],
    'bad-request': [400, 'INVALID_ARGUMENT', null, '{message}'],
    'too-large': [413, 'INVALID_ARGUMENT', null, 'Request payload size exceeds the limit.'],
    overloaded: [503, 'UNAVAILABLE', null, 'The model is overloaded. Please try again later.'],
    server: [500, 'INTERNAL', null, 'An internal error has occurred.'],
    'not-found': [404, 'NOT_FOUND', null, 'The requested URL was not found on this server: {message}'],
  },
  body: ([status, type, reason], message, { kind, retryAfter }) => {
    const details: unknown[] = [];
    if (status === 401) [type, reason] = ['UNAUTHENTICATED', 'ACCESS_TOKEN_TYPE_UNSUPPORTED'];
    if (status === 504) type = 'DEADLINE_EXCEEDED';
    if (reason)
      details.push({
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason,
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      });
    if (kind === 'rate-limited')
      details.push({
        '@type': 'type.googleapis.com/google.rpc.RetryInfo',
        retryDelay: `${retryAfter ?? 34}s`,
      });
    return { error: { code: status, message, status: type, ...(details.length > 0 && { details }) } };
  },
};

/** OpenRouter: `code` is the HTTP status, a number. */
export const openrouterErrors: ErrorFormat = {
  rows: {
    ...openaiRows,
    'missing-key': [401, '', null, 'No auth credentials found'],
    'wrong-key': [401, '', null, 'No user was found for this API key.'],
    'no-credit': [402, '', null, 'Insufficient credits. Add more at https://openrouter.ai/settings/credits'],
    'rate-limited': [429, '', null, 'Rate limit exceeded: free-models-per-min'],
    forbidden: [403, '', null, 'The chosen model requires moderation and your input was flagged.'],
    'no-model': [404, '', null, 'No endpoints found for {model}.'],
    overloaded: [503, '', null, 'No instances available.'],
  },
  // the message of the provider behind it is passed on separately
  body: ([status], words, { kind }) => ({
    error:
      kind === 'overloaded' || kind === 'server'
        ? {
            code: status,
            message: 'Provider returned error',
            metadata: { provider_name: 'Imitation', raw: words },
          }
        : { code: status, message: words },
  }),
};

export const ollamaErrors: ErrorFormat = {
  rows: {
    ...openaiRows,
    'no-model': [404, 'not_found_error', null, "model '{model}' not found"],
    'not-found': [404, 'not_found_error', null, '404 page not found'],
    overloaded: [503, 'api_error', null, 'server busy, please try again. maximum pending requests exceeded'],
    server: [500, 'api_error', null, 'model runner has unexpectedly stopped'],
  },
  body: openaiBody,
};

/** LM Studio: the error may be a plain string. */
export const lmstudioErrors: ErrorFormat = {
  rows: { ...openaiRows, 'no-model': [404, '', null, 'Model "{model}" is not loaded.'] },
  body: (_, message) => ({ error: message }),
};

/** vLLM, older: a flat body, `code` a number. */
export const vllmErrors: ErrorFormat = {
  rows: { ...openaiRows, 'no-model': [404, 'NotFoundError', null, 'The model `{model}` does not exist.'] },
  body: ([status, type], message, { param }) => ({
    object: 'error',
    message,
    type,
    param: param ?? null,
    code: status,
  }),
};

/** A strict FastAPI server: `{"detail": …}`. */
export const strictErrors: ErrorFormat = {
  rows: { ...openaiRows, 'bad-request': [422, '', null, '{message}'] },
  body: (_, message, { param }) => ({
    detail: param ? [{ loc: ['body', param], msg: message, type: 'extra_forbidden' }] : message,
  }),
};
