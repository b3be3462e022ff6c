import type { FastifyInstance } from 'fastify';

interface Maintenance {
  /** Before the first request, which waits for it. */
  begin?(): Promise<void>;
  /** Every ten minutes. */
  sweep(): Promise<void>;
  /** Once after the start, while requests are served, and then daily. */
  tidy?(): Promise<void>;
}

const tenMinutes = 10 * 60 * 1000;
const day = 24 * 60 * 60 * 1000;

/** Keeps stored data in order while the server runs; failures are logged, and the work is repeated next time. */
export function scheduleMaintenance(app: FastifyInstance, maintenance: Maintenance) {
  const running = new Set<Promise<void>>();
  function start(work: Promise<void>) {
    const logged = work.catch((error) => app.log.error({ err: error }, 'sweep'));
    running.add(logged);
    void logged.finally(() => running.delete(logged));
  }
  const sweeper = setInterval(() => start(maintenance.sweep()), tenMinutes).unref();
  const tidy = () => maintenance.tidy && start(maintenance.tidy());
  const tidier = setInterval(tidy, day).unref();
  app.addHook('onReady', async () => {
    await maintenance.begin?.();
    tidy();
  });
  app.addHook('onClose', async () => {
    clearInterval(sweeper);
    clearInterval(tidier);
    await Promise.all(running);
  });
}
