import type { FastifyInstance } from 'fastify';

/** Tracks work until it has ended, and returns it. */
export type Underway = <Result>(work: Promise<Result>) => Promise<Result>;

/**
 * Work still underway after the last connection closes finishes before the server does, so that half an upload cleans
 * up after itself. Whatever it depends on must be registered before this.
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
