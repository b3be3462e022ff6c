import { type JsonBounds, smallJsonBounds } from '@polylogue/sync';
import type { FastifyInstance } from 'fastify';
import { lookAt } from '../json/count.ts';
import { refuse } from './refuse.ts';

/** Reads bodies of JSON. What has more keys, items or levels than its endpoint accepts is refused before it is parsed. */
export function jsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  // Searches the text for the names of prototypes, which takes as long as half of parsing it.
  const parseWithCare = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { bounds = smallJsonBounds } = request.routeOptions.config as { bounds?: JsonBounds };
    const looked = lookAt(body, bounds);
    if (looked === 'too-much') {
      refuse('too-large', 'There is more in this request than the server accepts. Send it in smaller parts.');
    }
    // The parser decodes it; its type knows texts only.
    return (looked === 'suspect' ? parseWithCare : parse)(request, body as unknown as string, done);
  });
}
