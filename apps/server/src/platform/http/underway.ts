import type { FastifyInstance } from 'fastify';

/** Takes note of work until it has ended; gives it back. */
export type Underway = <Result>(work: Promise<Result>) => Promise<Result>;

/**
 * What is still underway when the last connection has gone ends before the server does, so that half an upload clears
 * up after itself. Whatever it needs for that is registered before.
 */
export function underway(app: FastifyInstance): Underway {
  const working = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => void (await Promise.allSettled(working)));
  return async (work) => {
    working.add(work);
    try {
      return await work;
    } finally {
      working.delete(work);
    }
  };
}
