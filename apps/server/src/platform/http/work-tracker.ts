import type { FastifyInstance } from 'fastify';

/** Registers work in progress, and returns its result. */
export type TrackWork = <Result>(work: Promise<Result>) => Promise<Result>;

/**
 * Work still running after the last connection closes finishes before the server does, so that half an upload cleans
 * up after itself. Everything it depends on must be registered before this.
 */
export function workTracker(app: FastifyInstance): TrackWork {
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
