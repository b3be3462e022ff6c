import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type LoopDelay, watchLoop } from '../process/loop-delay.ts';
import { RefusedError } from './refuse.ts';

/** Milliseconds: how late the loop may be on average, and how late once, before it is overloaded or worth a line. */
const limits: LoopDelay = { mean: 250, longest: 250 };
const interval = 1000;
// A server that is overloaded for long would fill its log with saying so.
const quietTime = 10_000;
/** Seconds that a refused caller is asked to wait. */
const retryAfter = '5';

const overloaded = new RefusedError(
  'busy',
  'The server has more to do than it can. Please try again in a few seconds.',
  { 'retry-after': retryAfter },
);

export interface Pressure {
  isHigh(): boolean;
}

/** Judges readings of the event loop, one a second: says when it was late, and whether it is too late to serve. */
export function judgeLoop(log: Pick<FastifyBaseLogger, 'warn'>, most = limits) {
  let isHigh = false;
  let wasLate = false;
  let spokeAt = Number.NEGATIVE_INFINITY;
  return {
    isHigh: () => isHigh,
    judge({ mean, longest }: LoopDelay, now: number) {
      // Twice in a row: one long moment is over before anybody could be sent away.
      const isLate = mean > most.mean;
      isHigh = isLate && wasLate;
      wasLate = isLate;
      if (longest <= most.longest || now - spokeAt < quietTime) return;
      spokeAt = now;
      log.warn({ delay: { mean, longest } }, isHigh ? 'overloaded' : 'event loop delayed');
    },
  };
}

/** While the event loop is far behind, no matter who asks for an API is told at once to come back later; pages and their parts cost next to nothing, and half of one is broken. */
export function shedLoad(app: FastifyInstance, most = limits): Pressure {
  const loop = watchLoop();
  const { judge, isHigh } = judgeLoop(app.log, most);
  const timer = setInterval(() => judge(loop.read(), performance.now()), interval).unref();
  app.addHook('onRequest', async (request) => {
    if (isHigh() && request.url.startsWith('/api/')) throw overloaded;
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    loop.stop();
  });
  return { isHigh };
}
