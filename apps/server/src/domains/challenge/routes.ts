import { challengeRoutes } from '@polylogue/contract';
import { type HttpDeps, serve } from '../../platform/http/serve.ts';
import type { challengeService } from './service.ts';

const tenMinutes = 10 * 60_000;

/** Fresh challenges for the forms. Its service is created first, since every other domain's routes need its guard. */
export function serveChallenge(http: HttpDeps, service: ReturnType<typeof challengeService>) {
  const { app } = http;
  serve(http, challengeRoutes, { create: ({ query }) => service.create(query.action) });

  const sweeper = setInterval(
    () => service.sweep().catch((error) => app.log.error({ err: error }, 'sweep')),
    tenMinutes,
  ).unref();
  app.addHook('onClose', async () => clearInterval(sweeper));
}
