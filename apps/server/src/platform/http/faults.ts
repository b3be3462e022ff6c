import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refused } from '@polylogue/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { eventOfRefusal, recorder } from '../log/events.ts';
import { callerAddress } from '../network/proxies.ts';
import { RefusedError } from './refuse.ts';
import { timeToRead } from './request-timeouts.ts';
import { callerOf } from './serve.ts';

/** Answers any error: a refusal with its sentence, anything else as our fault, with details only in the log. */
export function answerFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refused = asRefusal(error);
  if (refused) logRefusal(refused, request);
  else request.log.error({ err: error }, 'unexpected');
  return answerRefusal(refused ?? ourFault, request, reply);
}

function logRefusal({ refusal }: RefusedError, request: FastifyRequest) {
  request.log.info({ refusal }, 'refused');
  const event = eventOfRefusal[refusal];
  const record = callerOf(request)?.record ?? recorder(request.log);
  if (event) record(event, { address: callerAddress(request) });
}

export function answerRefusal(refused: RefusedError, request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(refused.status)
    .headers({ 'cache-control': 'no-store', ...refused.headers })
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body(refused, request.id));
}

/** Answers on a socket that never sent a valid request. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  headers: Record<string, string>,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const refused = brokenRequests[error.code ?? ''] ?? notHttp;
  const text = JSON.stringify(body(refused, randomUUID()));
  const head = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  // A client that does not hang up would keep the connection forever.
  setTimeout(() => socket.destroy(), timeToRead).unref();
  return socket.end(
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}\r\n${lines.join('')}\r\n${text}`,
  );
}

function body({ message, refusal }: RefusedError, requestId: string): Refused {
  return { message, error: refusal, request_id: requestId };
}

function asRefusal(error: unknown): RefusedError | undefined {
  if (error instanceof RefusedError) return error;
  const { statusCode = 500, validationContext, validation } = error as FastifyError;
  // An impossible id gets the same answer as one that does not exist.
  if (validationContext === 'params') return nothingHere;
  const rule = validation?.[0]?.message;
  // The contract's own sentences are meant for people; the schema library's default messages are not.
  if (rule && !technical.test(rule)) return new RefusedError('bad-input', rule);
  return statusCode >= 400 && statusCode < 500 ? (frameworkRefusals[statusCode] ?? notUnderstood) : undefined;
}

const technical = /^(Invalid (input|string|key|option|type|ISO|format)|Unrecognized|Too (small|big))/;

const ourFault = new RefusedError(
  'unexpected',
  'Something went wrong on the server. Try again; if it happens again, give the request_id to its operator.',
);
export const nothingHere = new RefusedError('not-found', 'There is nothing at this address.');
const notUnderstood = new RefusedError(
  'bad-input',
  'The request does not have the shape the server expects.',
);
const notHttp = new RefusedError('bad-input', 'The request could not be read.');
const tooLarge = new RefusedError('too-large', 'The request is larger than the server accepts.');
const otherType = new RefusedError(
  'wrong-content-type',
  'The server does not accept this content type here.',
);

// The refusals of the framework and its plugins, by status.
const frameworkRefusals: Record<number, RefusedError> = {
  403: nothingHere,
  404: nothingHere,
  413: tooLarge,
  414: nothingHere,
  415: otherType,
};

const brokenRequests: Record<string, RefusedError> = {
  HPE_HEADER_OVERFLOW: new RefusedError('too-long-headers', 'The headers of the request are too long.'),
  ERR_HTTP_REQUEST_TIMEOUT: new RefusedError('too-slow', 'The request took too long to arrive. Try again.'),
};
