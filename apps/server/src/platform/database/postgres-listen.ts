import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { hasPooler } from './postgres-pooler.ts';

interface Times {
  /** The time between two checks of the connection, and before reconnecting (milliseconds). */
  checkInterval: number;
  /** How long a check may take. */
  timeout: number;
  /** How long a check counts as valid, from when it started: longer than the two above together. */
  validFor: number;
}
const usual: Times = { checkInterval: 1_000, timeout: 2_000, validFor: 5_000 };

export interface Listener {
  /** Stays the same for as long as no notification was missed; undefined while notifications may not arrive. */
  epoch(): number | undefined;
  /** Resolves once every notification committed so far has arrived, or the connection is lost. */
  settled(): Promise<void>;
  close(): void;
}

interface ListenerDeps {
  url: string;
  /** The `notify` channels, each with the function that receives its payloads. */
  channels: Readonly<Record<string, (payload: string) => unknown>>;
  /** Receives the reason why notifications no longer arrive. */
  onBroken: (error: Error) => unknown;
  times?: Times;
}

/** Listens on a separate connection, and reconnects when it is lost. */
export function openListener({
  url,
  channels,
  onBroken,
  times: { checkInterval, timeout, validFor } = usual,
}: ListenerDeps): Listener {
  let client: pg.Client | undefined;
  let isListening = false;
  let epoch = 0;
  let validUntil = 0;
  const later = delayed(checkInterval);
  /** A call during a check waits for the next check: the current answer may be too old for it. */
  const check = oneAtATime(async () => {
    if (client && isListening) await ask(client);
  });

  async function connect() {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'polylogue',
      connectionTimeoutMillis: 5_000,
      query_timeout: timeout,
      keepAlive: true,
    });
    fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    fresh.on('error', (error) => disconnect(fresh, error));
    fresh.on('end', () => disconnect(fresh));
    client = fresh;
    try {
      await fresh.connect();
      for (const channel of Object.keys(channels)) {
        await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
      }
      await refusePooler(fresh);
      if (fresh !== client) return;
      isListening = true;
      epoch += 1;
      await check();
    } catch (error) {
      disconnect(fresh, error as Error);
    }
  }

  /** Notifications arrive in order: once this query is answered, all those sent earlier have arrived. */
  async function ask(one: pg.Client) {
    const askedAt = performance.now();
    try {
      await one.query('select 1');
      if (one !== client) return;
      validUntil = askedAt + validFor;
      later.start(check);
    } catch (error) {
      disconnect(one, error as Error);
    }
  }

  function disconnect(one: pg.Client, error?: Error) {
    if (one !== client) return;
    client = undefined;
    isListening = false;
    epoch += 1;
    validUntil = 0;
    void one.end().catch(() => {});
    if (error) onBroken(error);
    if (!(error instanceof PoolerError)) later.start(connect);
  }

  void connect();

  return {
    epoch: () => (performance.now() < validUntil ? epoch : undefined),
    settled: check,
    close() {
      later.close();
      if (client) disconnect(client);
    },
  };
}

/** The next piece of work, after this many milliseconds. */
function delayed(milliseconds: number) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    start(work: () => unknown) {
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(work, milliseconds).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Calls during a run share the run after it. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  return function run(): Promise<void> {
    if (running) {
      next ??= running.then(() => {
        next = undefined;
        return run();
      });
      return next;
    }
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

class PoolerError extends Error {}

/** A pooler that assigns connections per transaction would swallow notifications. */
async function refusePooler(client: pg.Client) {
  if (!(await hasPooler(client))) return;
  throw new PoolerError('There is a pooler in front of PostgreSQL, which swallows notifications.');
}
