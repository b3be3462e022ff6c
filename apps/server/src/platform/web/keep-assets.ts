import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes of memory for them; the compressed assets of one build take three million. */
const most = 8 * 2 ** 20;
/** One spelling for each file, or requests could fill the memory with the same one. */
const plain = /^\/assets\/(?:diagram\/)?[\w.-]+$/;
const ofFile = [
  'content-type',
  'content-encoding',
  'cache-control',
  'etag',
  'last-modified',
  'vary',
  'accept-ranges',
  'access-control-allow-origin',
];

interface Kept {
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Keeps the compressed files that `app` serves in memory from their first request on: opening and reading one takes the
 * processor five times as long as the rest of a request. Names contain the hash of the content, so none ever changes.
 */
export function keepAssets(app: FastifyInstance) {
  const kept = new Map<string, Kept>();
  let size = 0;

  app.addHook('onRequest', async (request, reply) => {
    const one = wantsWhole(request) && kept.get(request.url);
    return one ? reply.headers(one.headers).send(one.body) : undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const isCompressed = reply.statusCode === 200 && reply.getHeader('content-encoding') === 'br';
    if (!isCompressed || !wantsWhole(request) || kept.has(request.url)) return payload;
    if (size + Number(reply.getHeader('content-length')) > most) return payload;
    const body = await buffer(payload as Readable);
    if (!kept.has(request.url)) size += body.length;
    const headers = ofFile.map((name) => [name, reply.getHeader(name)]).filter(([, value]) => value);
    kept.set(request.url, { headers: Object.fromEntries(headers), body });
    return body;
  });
}

/** Whether it asks for a whole file, compressed with Brotli. */
function wantsWhole({ method, url, headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  const isPartial = headers.range ?? headers['if-none-match'] ?? headers['if-modified-since'];
  const isCompressed = typeof accepted === 'string' && /\bbr\b/.test(accepted) && !accepted.includes(';');
  return method === 'GET' && isPartial === undefined && isCompressed && plain.test(url);
}
