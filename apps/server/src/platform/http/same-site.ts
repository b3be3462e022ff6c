import type { FastifyRequest } from 'fastify';
import { refuse } from './refuse.ts';

/** Refuses requests that another site's page makes in its visitor's name; browsers say where a request comes from. */
export async function refuseForeignSites(request: FastifyRequest) {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const from = request.headers['sec-fetch-site'];
  if (from === 'cross-site' || from === 'same-site') {
    refuse('foreign-site', 'Another website sent this request. Use the app itself.');
  }
}
