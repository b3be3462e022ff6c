import { performance } from 'node:perf_hooks';
import pg from 'pg';

interface Times {
  /** Milliseconds from one proof that we hear to the next, and from a loss to the next try. */
  pulse: number;
  /** How long a proof may take. */
  patience: number;
  /** So long after a proof was asked for we rely on hearing: longer than the two above together. */
  trust: number;
}
const usual: Times = { pulse: 1_000, patience: 2_000, trust: 5_000 };

export interface Listener {
  /** The same number as before as long as no notification was missed since; undefined while none is heard. */
  epoch(): number | undefined;
  /** Resolves once all that was committed before has been heard, or nothing is heard any more. */
  settled(): Promise<void>;
  close(): void;
}

interface ListenerDeps {
  url: string;
  /** Of `notify`, with what gets the payloads of each. */
  channels: Readonly<Record<string, (payload: string) => unknown>>;
  /** Gets the reason why nothing is heard. */
  onBroken: (error: Error) => unknown;
  times?: Times;
}

/** Listens on a connection of its own, and makes it again when it is lost. */
export function openListener({
  url,
  channels,
  onBroken,
  times: { pulse, patience, trust } = usual,
}: ListenerDeps): Listener {
  let client: pg.Client | undefined;
  let isListening = false;
  let isClosed = false;
  let epoch = 0;
  let trustedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function schedule(work: () => unknown) {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, pulse).unref();
  }

  async function connect() {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'polylogue',
      connectionTimeoutMillis: 5_000,
      query_timeout: patience,
      keepAlive: true,
    });
    fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh));
    client = fresh;
    try {
      await fresh.connect();
      for (const channel of Object.keys(channels)) {
        await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
      }
      await mustBeOurOwn(fresh);
      if (fresh !== client) return;
      isListening = true;
      epoch += 1;
      await prove();
    } catch (error) {
      lose(fresh, error as Error);
    }
  }

  /** Notifications come in order: with this answer, all that were sent before it have come. */
  async function ask(one: pg.Client) {
    const askedAt = performance.now();
    try {
      await one.query('select 1');
      if (one !== client) return;
      trustedUntil = askedAt + trust;
      schedule(prove);
    } catch (error) {
      lose(one, error as Error);
    }
  }

  /** A call that comes while a proof is asked for waits for the next one: the answer to this one may be too old. */
  async function prove(): Promise<void> {
    if (asking) {
      next ??= asking.then(() => {
        next = undefined;
        return prove();
      });
      return next;
    }
    if (!client || !isListening) return;
    asking = ask(client).finally(() => {
      asking = undefined;
    });
    return asking;
  }

  function lose(one: pg.Client, error?: Error) {
    if (one !== client) return;
    client = undefined;
    isListening = false;
    epoch += 1;
    trustedUntil = 0;
    void one.end().catch(() => {});
    if (error) onBroken(error);
    if (!(error instanceof PoolerError)) schedule(connect);
  }

  void connect();

  return {
    epoch: () => (performance.now() < trustedUntil ? epoch : undefined),
    settled: prove,
    close() {
      isClosed = true;
      if (client) lose(client);
      clearTimeout(timer);
    },
  };
}

class PoolerError extends Error {}

/** A pooler that lends its connections by the transaction would swallow what we listen for. */
async function mustBeOurOwn(client: pg.Client) {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  if (rows[0].pid === (client as pg.Client & { processID: number }).processID) return;
  throw new PoolerError('A pooler stands before PostgreSQL, so that notifications are not heard.');
}
