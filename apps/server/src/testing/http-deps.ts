import type { FastifyInstance } from 'fastify';
import type { HttpDeps, RequestChecks } from '../platform/http/serve.ts';
import { memoryCounts } from '../platform/limits/counts.ts';
import { limits, rateLimits } from '../platform/limits/limits.ts';

/** Dependencies for serving endpoints: no limits and no accounts, except those a test passes. */
export function openHttp(app: FastifyInstance, gate: Partial<RequestChecks> = {}): HttpDeps {
  return {
    app,
    gate: {
      limits: limits(rateLimits, memoryCounts(Date.now)),
      authenticate: async () => undefined,
      challengeGuard: async () => {},
      ...gate,
    },
    trackWork: (work) => work,
  };
}
