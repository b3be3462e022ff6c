import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Description, referencePage } from './page.ts';

const open = { config: { access: 'anyone' as const } };

/** The API reference for people at /api/docs, and for programs at /api/openapi.json; both are public. */
export function reference(app: FastifyInstance, description: object) {
  let json: string | undefined;
  let page: string | undefined;
  const styles = readFileSync(join(import.meta.dirname, 'reference.css'), 'utf8');
  app.get('/api/openapi.json', open, async (_request, reply) => {
    json ??= JSON.stringify(description);
    return reply.type('application/json; charset=utf-8').send(json);
  });
  app.get('/api/docs', open, async (_request, reply) => {
    page ??= referencePage(description as Description, '/api/docs.css');
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/api/docs.css', open, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(styles),
  );
}
