import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type LoopDelay, watchLoop } from '../process/loop-delay.ts';
import { RefusedError } from './refuse.ts';

/** Average delay above which the loop is overloaded, and single delay above which it is logged (milliseconds). */
const limits: LoopDelay = { mean: 250, longest: 250 };
const interval = 1000;
/** What happens this long after the start is no load yet: code is compiled at its first use (milliseconds). */
const settlingTime = 5000;
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
  const { judge, isHigh } = judgeLoop(app.log, most);
  let stop = () => {};
  // Not before: loading and opening everything holds the loop up, the longer the busier the machine is.
  app.addHook('onReady', async () => {
    const loop = watchLoop();
    const settledAt = performance.now() + settlingTime;
    const timer = setInterval(() => {
      const delay = loop.read();
      if (performance.now() > settledAt) judge(delay, performance.now());
    }, interval).unref();
    stop = () => {
      clearInterval(timer);
      loop.stop();
    };
  });
  app.addHook('onRequest', async (request) => {
    // The endpoint, however its path is spelled.
    if (isHigh() && request.routeOptions.url?.startsWith('/api/')) throw overloaded;
  });
  app.addHook('onClose', async () => stop());
  return { isHigh };
}
