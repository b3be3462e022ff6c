import { healthRoutes } from '@polylogue/contract';
import { refuse } from './refuse.ts';
import { type HttpDeps, serve } from './serve.ts';

export interface HealthDeps {
  isStopping: () => boolean;
  isOverloaded: () => boolean;
  /** Each rejects if the server cannot do its work. */
  checks: (() => Promise<unknown>)[];
}

export function health(http: HttpDeps, { isStopping, isOverloaded, checks }: HealthDeps) {
  serve(http, healthRoutes, {
    alive: async () => ({ status: 'ok' as const }),
    ready: async () => {
      if (isStopping()) refuse('not-ready', 'The server is stopping.');
      if (isOverloaded()) refuse('not-ready', 'The server is overloaded.');
      await Promise.all(checks.map((check) => check()));
      return { status: 'ok' as const };
    },
  });
}
