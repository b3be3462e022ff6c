import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { callerAddress } from '../network/proxies.ts';
import { masked } from './mask.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const fields = new Set([
  'req',
  'res',
  'err',
  'ms',
  'delay',
  'refusal',
  'event',
  'actor',
  'subject',
  'space',
  'address',
  'request_id',
]);

/** Logs JSON lines to standard error, so that standard output stays for people. */
export function logger(level: LogLevel, stream: { write(line: string): void } = process.stderr) {
  return {
    level,
    stream,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    base: null,
    // Only what is named here is logged: no headers, bodies or query strings, which plugins would log.
    formatters: {
      log: (line: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(line).filter(([field]) => fields.has(field))),
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.routeOptions?.url ?? maskedPath(request.url),
        address: callerAddress(request),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: shownError,
    },
  };
}

interface ShownError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/**
 * An error for the log. Its message may quote what a person sent, and so may its other fields (a database's `detail`, a
 * mail server's `response`): the message is masked, and of the fields only the code stays.
 */
function shownError(error: unknown): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message: masked(error.message),
    // The first lines repeat the message, which is masked above; locations in our code contain no secrets.
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(error.cause instanceof Error && { cause: shownError(error.cause) }),
  };
}

/** Logs one line per request, when it is over. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' });
  }
  override incomingRequest() {}
  override routeNotFound() {}
  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const line = { req: request, res: reply, ms: Math.round(reply.elapsedTime) };
    if (error) reply.log.error({ ...line, err: error }, 'request failed');
    else reply.log.info(line, 'request');
  }
}

/** An unknown address may contain anything a person pasted: removes its query and everything that looks like a secret. */
function maskedPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/);
  return path.slice(0, 200).replace(/[\w~%-]{16,}/g, '…');
}
