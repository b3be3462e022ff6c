import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { LogLevel } from '../../config.ts';

const fields = new Set(['req', 'res', 'err', 'ms', 'refusal']);

/** JSON lines on standard error, so that standard output stays for people. */
export function logger(level: LogLevel, stream: { write(line: string): void } = process.stderr) {
  return {
    level,
    stream,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    base: null,
    // What is not named here is not logged: no headers, no bodies, no query strings. Plugins would.
    formatters: {
      log: (line: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(line).filter(([field]) => fields.has(field))),
    },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        path: request.routeOptions?.url ?? maskedPath(request.url),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
}

/** One line a request, when it is over. */
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

/** An address nobody serves may hold anything a person pasted: its query goes, and whatever looks like a secret. */
function maskedPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/);
  return path.slice(0, 200).replace(/[\w~%-]{16,}/g, '…');
}
