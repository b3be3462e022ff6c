import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type LoopDelay, watchLoop } from '../process/loop-delay.ts';
import { RefusedError } from './refuse.ts';

/** Average delay above which the loop is overloaded, and single delay above which it is logged (milliseconds). */
const limits: LoopDelay = { mean: 250, longest: 250 };
const interval = 1000;
// A server that stays overloaded would otherwise fill its log.
const quietTime = 10_000;
/** How long a refused caller is asked to wait (seconds). */
const retryAfter = '5';

const overloaded = new RefusedError('busy', 'The server is overloaded. Try again in a few seconds.', {
  'retry-after': retryAfter,
});

export interface Pressure {
  isHigh(): boolean;
}

/** Judges one reading of the event loop per second: logs delays, and says whether the load is too high to serve. */
export function judgeLoop(log: Pick<FastifyBaseLogger, 'warn'>, most = limits) {
  let isHigh = false;
  let wasLate = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    isHigh: () => isHigh,
    judge({ mean, longest }: LoopDelay, now: number) {
      // Twice in a row: a single long delay is over before any call could be refused.
      const isLate = mean > most.mean;
      isHigh = isLate && wasLate;
      wasLate = isLate;
      if (longest <= most.longest || now - loggedAt < quietTime) return;
      loggedAt = now;
      log.warn({ delay: { mean, longest } }, isHigh ? 'overloaded' : 'event loop delayed');
    },
  };
}

/**
 * While the event loop is far behind, refuses every API call immediately, with a time to retry. Pages and their parts
 * are still served: they cost next to nothing, and half a page is broken.
 */
export function shedLoad(app: FastifyInstance, most = limits): Pressure {
  const loop = watchLoop();
  const { judge, isHigh } = judgeLoop(app.log, most);
  const timer = setInterval(() => judge(loop.read(), performance.now()), interval).unref();
  app.addHook('onRequest', async (request) => {
    // The endpoint, however its path is spelled.
    if (isHigh() && request.routeOptions.url?.startsWith('/api/')) throw overloaded;
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    loop.stop();
  });
  return { isHigh };
}
