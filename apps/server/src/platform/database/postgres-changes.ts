import { performance } from 'node:perf_hooks';
import type { DatabaseConnection, Driver } from 'kysely';
import pg from 'pg';
import { channel } from './migrations/0003-told-changes.ts';
import type { Changes, Topic } from './remembered.ts';

interface Times {
  /** Milliseconds from one proof that we hear to the next, and from a loss to the next try. */
  pulse: number;
  /** How long a proof may take. */
  patience: number;
  /** So long after a proof was asked for we rely on hearing: longer than the two above together. */
  trust: number;
}
const usual: Times = { pulse: 1_000, patience: 2_000, trust: 5_000 };

export interface Ear extends Changes {
  /** Resolves once every change that was committed before has been told here, or none is told any more. */
  settled(): Promise<void>;
  close(): void;
}

interface EarDeps {
  url: string;
  /** Is told why nothing is heard. */
  onBroken: (error: Error) => unknown;
  times?: Times;
}

/** Listens on a connection of its own, from when the first asks what era it is; makes it again when it is lost. */
export function openEar({ url, onBroken, times = usual }: EarDeps): Ear {
  const { pulse, patience, trust } = times;
  const hearers: { topic: string; forget: (id?: string) => void }[] = [];
  let client: pg.Client | undefined;
  let isBegun = false;
  let isClosed = false;
  let era = 0;
  let trustedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let isListening = false;
  let asking: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function later(work: () => unknown) {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, pulse).unref();
  }

  async function begin() {
    isBegun = true;
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'polylogue',
      connectionTimeoutMillis: 5_000,
      query_timeout: patience,
      keepAlive: true,
    });
    fresh.on('notification', ({ payload = '' }) => tell(payload));
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh));
    client = fresh;
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      await mustBeOurOwn(fresh);
      if (fresh !== client) return;
      isListening = true;
      era += 1;
      await prove();
    } catch (error) {
      lose(fresh, error as Error);
    }
  }

  /** What is told comes in order: with this answer, all that was told before it has come. */
  async function ask(one: pg.Client) {
    const askedAt = performance.now();
    try {
      await one.query('select 1');
      if (one !== client) return;
      trustedUntil = askedAt + trust;
      later(prove);
    } catch (error) {
      lose(one, error as Error);
    }
  }

  /** Whoever comes while one is asked for shares the next one: the answer to this one may be too old. */
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
    era += 1;
    trustedUntil = 0;
    void one.end().catch(() => {});
    if (error) onBroken(error);
    if (!(error instanceof PoolerError)) later(begin);
  }

  function tell(payload: string) {
    const [topic, id] = payload.split(' ');
    for (const hearer of hearers) if (hearer.topic === topic) hearer.forget(id);
  }

  return {
    era() {
      if (!isBegun && !isClosed) void begin();
      return performance.now() < trustedUntil ? era : undefined;
    },
    hear: (topic: Topic, forget) => void hearers.push({ topic, forget }),
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
  throw new PoolerError('A pooler stands before PostgreSQL, so that changes are not heard.');
}

const remembers = /\b(users|sign_ins|waivers)\b/;
const reads = /^\s*select\b/i;

/** Ends a write only once we have heard of it ourselves: whoever awaits it finds nothing remembered from before. */
export function heard(driver: Driver, ear: Ear): Driver {
  const known = new WeakSet<DatabaseConnection>();
  const inTransaction = new WeakSet<DatabaseConnection>();
  const hasWritten = new WeakSet<DatabaseConnection>();

  function noticing(connection: DatabaseConnection): DatabaseConnection {
    if (known.has(connection)) return connection;
    known.add(connection);
    const run = connection.executeQuery.bind(connection);
    connection.executeQuery = async <Row>(...query: Parameters<typeof run>) => {
      const result = await run<Row>(...query);
      const [{ sql }] = query;
      if (reads.test(sql) || !remembers.test(sql)) return result;
      if (inTransaction.has(connection)) hasWritten.add(connection);
      else await ear.settled();
      return result;
    };
    return connection;
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => noticing(await driver.acquireConnection(options)),
    async beginTransaction(connection, settings) {
      inTransaction.add(connection);
      hasWritten.delete(connection);
      await driver.beginTransaction(connection, settings);
    },
    async commitTransaction(connection) {
      await driver.commitTransaction(connection);
      if (hasWritten.has(connection)) await ear.settled();
    },
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    async releaseConnection(connection, options) {
      inTransaction.delete(connection);
      await driver.releaseConnection(connection, options);
    },
    destroy: (options) => driver.destroy(options),
  };
}
