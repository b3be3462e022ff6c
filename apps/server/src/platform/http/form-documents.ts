import { challengePages } from '@polylogue/contract/challenge-pages';
import type { FastifyInstance } from 'fastify';

/** Serves the documents with forms, with separate headers. */
export function formDocuments(app: FastifyInstance, headers: Record<string, string>) {
  const paths = new Set<string>(challengePages);
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (paths.has(path)) reply.headers(headers);
  });
}
