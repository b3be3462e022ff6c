import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileHeaders } from './headers.ts';
import { type ByteRange, rangeOf } from './range.ts';
import { refuse } from './refuse.ts';

/** Stored bytes, and how to serve them. */
export interface StoredBytes {
  size: number;
  mediaType: string;
  /** Stays the same as long as the bytes do. */
  etag: string;
  /** How long a browser may cache them (seconds); 0: not at all. */
  maxAge: number;
  /** The bytes at this address never change: a browser need not ask again. */
  isImmutable?: boolean;
  /** The Content-Disposition. */
  disposition: string;
  open(range?: ByteRange): Promise<Readable>;
}

/** Sends stored bytes, whole or in part, in isolation: sandboxed, never sniffed, private. */
export async function sendBytes(bytes: StoredBytes, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    ...fileHeaders,
    etag: bytes.etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControlOf(bytes),
    'content-disposition': bytes.disposition,
  });
  if (request.headers['if-none-match'] === bytes.etag) return reply.code(304).send();

  const range = requestedRange(request, bytes);
  const length = range ? range.end - range.start + 1 : bytes.size;
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.size}`);
  reply.type(bytes.mediaType).header('content-length', length);
  // An empty stream keeps the length; an empty body would overwrite it.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await bytes.open(range));
}

function cacheControlOf({ maxAge, isImmutable }: StoredBytes): string {
  return maxAge === 0 ? 'no-store' : `private, max-age=${maxAge}${isImmutable ? ', immutable' : ''}`;
}

function requestedRange({ headers }: FastifyRequest, { size, etag }: StoredBytes): ByteRange | undefined {
  const isOfThis = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isOfThis ? rangeOf(headers.range, size) : undefined;
  if (range !== 'outside') return range;
  return refuse('out-of-range', 'The file has no such bytes.', { 'content-range': `bytes */${size}` });
}
