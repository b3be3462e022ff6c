import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { databases, freshDatabase, freshPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { JobHandler } from './attempt.ts';
import { backoff, maxAttempts, maxLost } from './backoff.ts';
import { jobQueue } from './queue.ts';
import { jobRunner } from './runner.ts';

/** A clock that moves only when the test moves it. */
function clock() {
  let time = 1_790_000_000_000;
  return {
    now: () => time,
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
}

function node(database: Database, mail: JobHandler, now: () => number) {
  const queue = jobQueue(database, now);
  const log = vi.fn();
  return { queue, log, runner: jobRunner({ database, queue, handlers: { mail }, now, log }) };
}

const left = ({ db }: Database) => db.selectFrom('jobs').selectAll().execute();

describe.each(databases)('jobs on %s', (dialect) => {
  test('a job is done once, with its payload, and then removed', async () => {
    const database = await freshDatabase(dialect);
    const { now } = clock();
    const mail = vi.fn(async () => {});
    const { queue, runner } = node(database, mail, now);
    const jobId = await queue.add(database.db, 'mail', { to: 'ada@example.com' });

    await runner.runDue();
    await runner.runDue();

    expect(mail).toHaveBeenCalledOnce();
    expect(mail).toHaveBeenCalledWith(
      { to: 'ada@example.com' },
      { jobId, attempt: 1, signal: expect.any(AbortSignal) },
    );
    expect(await left(database)).toEqual([]);
  });

  test('a job is not done before it is due, and never by a node that does not know its kind', async () => {
    const database = await freshDatabase(dialect);
    const { now, pass } = clock();
    const mail = vi.fn(async () => {});
    const { queue, runner } = node(database, mail, now);
    await queue.add(database.db, 'mail', 'later', { dueAt: now() + 60_000 });
    await queue.add(database.db, 'of a newer version', null);

    await runner.runDue();
    expect(mail).not.toHaveBeenCalled();
    pass(60_000);
    await runner.runDue();
    expect(mail).toHaveBeenCalledOnce();
    expect(await left(database)).toMatchObject([{ kind: 'of a newer version', attempts: 0 }]);
  });

  test('a job added in a transaction that rolls back never existed', async () => {
    const database = await freshDatabase(dialect);
    const mail = vi.fn(async () => {});
    const { queue, runner } = node(database, mail, Date.now);
    const added = database.transaction(async (trx) => {
      await queue.add(trx, 'mail', 'x');
      throw new Error('no');
    });
    await expect(added).rejects.toThrow('no');
    await runner.runDue();
    expect(mail).not.toHaveBeenCalled();
  });

  test('a job added twice with one id is done once', async () => {
    const database = await freshDatabase(dialect);
    const mail = vi.fn(async () => {});
    const { queue, runner } = node(database, mail, Date.now);
    await queue.add(database.db, 'mail', 'first', { id: 'notice-1' });
    await queue.add(database.db, 'mail', 'second', { id: 'notice-1' });
    await runner.runDue();
    expect(mail.mock.calls).toMatchObject([['first', { jobId: 'notice-1' }]]);
  });

  test('several nodes share the work, and no job runs on two', async () => {
    const place = await freshPlace(dialect);
    const done: string[] = [];
    const nodes = await Promise.all(
      [1, 2, 3].map(async () => {
        const database = await openDatabase(place);
        onTestFinished(() => database.close());
        await migrate(database);
        const mail: JobHandler = async (payload) => {
          await new Promise((resolve) => setImmediate(resolve));
          done.push(String(payload));
        };
        return { database, ...node(database, mail, Date.now) };
      }),
    );
    const names = Array.from({ length: 60 }, (_, index) => `job ${index}`);
    for (const name of names) await nodes[0]?.queue.add(nodes[0].database.db, 'mail', name);

    await Promise.all(nodes.map(({ runner }) => runner.runDue()));

    expect(done.sort()).toEqual(names.sort());
  });

  test('a failed job is tried again, at growing intervals, and its payload is in no log', async () => {
    const database = await freshDatabase(dialect);
    const { now, pass } = clock();
    const attempts: number[] = [];
    const mail: JobHandler = async (payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 4) throw Object.assign(new Error(`no road to ${payload}`), { code: 'ECONNREFUSED' });
    };
    const { queue, runner, log } = node(database, mail, now);
    await queue.add(database.db, 'mail', 'ada@example.com');

    await runner.runDue();
    for (const attempt of [1, 2, 3]) {
      pass(backoff(attempt) - 1);
      await runner.runDue();
      expect(attempts).toHaveLength(attempt);
      pass(1);
      await runner.runDue();
      expect(attempts).toHaveLength(attempt + 1);
    }

    expect(attempts).toEqual([1, 2, 3, 4]);
    expect(await left(database)).toEqual([]);
    expect(log.mock.calls.flat()).toEqual([
      expect.stringMatching(/^job \S+ \(mail\) failed at attempt 1, again in 1 s: Error ECONNREFUSED$/),
      expect.stringContaining('again in 2 s'),
      expect.stringContaining('again in 4 s'),
    ]);
  });

  test('a job that never succeeds is given up after days, with a message', async () => {
    const database = await freshDatabase(dialect);
    const { now } = clock();
    const { queue, runner, log } = node(database, () => Promise.reject(new Error('no')), now);
    await queue.add(database.db, 'mail', 'x');
    await database.db
      .updateTable('jobs')
      .set({ attempts: maxAttempts - 1 })
      .execute();
    await runner.runDue();
    expect(await left(database)).toEqual([]);
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/is given up after 200 attempts: Error$/));
  });

  test('a killed process’s job is done by the next, once its lease has expired', async () => {
    const database = await freshDatabase(dialect);
    const { now, pass } = clock();
    const killed = node(database, () => new Promise(() => {}), now);
    await killed.queue.add(database.db, 'mail', 'x');
    killed.runner.start();
    await eventually(async () => expect(await left(database)).toMatchObject([{ attempts: 1 }]));

    const mail = vi.fn(async () => {});
    const next = node(database, mail, now);
    await next.runner.runDue();
    expect(mail).not.toHaveBeenCalled();
    pass(90_000);
    await next.runner.runDue();
    expect(mail).toHaveBeenCalledWith('x', expect.objectContaining({ attempt: 2 }));
    expect(await left(database)).toEqual([]);
  });

  test('a job at which the process dies again and again is given up, with a message', async () => {
    const database = await freshDatabase(dialect);
    const { now, pass } = clock();
    const { queue, runner, log } = node(database, async () => {}, now);
    await queue.add(database.db, 'mail', 'x');
    for (let attempts = 1; attempts <= maxLost; attempts += 1) {
      const killed = node(database, () => new Promise(() => {}), now);
      void killed.runner.runDue();
      await eventually(async () => expect(await left(database)).toMatchObject([{ attempts }]));
      pass(90_000);
    }
    await runner.runDue();
    expect(await left(database)).toEqual([]);
    expect(log.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^job \S+ \(mail\) is given up after 10 attempts: the process ended during it$/,
        ),
      ],
    ]);
  });

  test('a job that failed often is not given up because the process died once', async () => {
    const database = await freshDatabase(dialect);
    const { now } = clock();
    const mail = vi.fn(async () => {});
    const { queue, runner } = node(database, mail, now);
    await queue.add(database.db, 'mail', 'x');
    await database.db
      .updateTable('jobs')
      .set({ attempts: 30, last_error: 'Error: no road', leased_until: now() - 1 })
      .execute();
    await runner.runDue();
    expect(mail).toHaveBeenCalledOnce();
  });

  describe('after the clock was set back', () => {
    const hours = 2 * 60 * 60_000;

    test.each([
      ['hours', 2 * 60 * 60_000, 1],
      ['hours', 2 * 60 * 60_000, 30],
      ['two minutes', 2 * 60_000, 1],
    ])(
      'by %s (%i ms), due jobs and jobs tried %i times are done at once, and one that was to wait waits as long as before',
      async (_, by, times) => {
        const database = await freshDatabase(dialect);
        const { now, pass } = clock();
        const mail = vi.fn(async (_: unknown) => {});
        const failing = node(database, () => Promise.reject(new Error('no road')), now);
        await failing.queue.add(database.db, 'mail', 'tried before');
        await database.db
          .updateTable('jobs')
          .set({ attempts: times - 1 })
          .execute();
        await failing.runner.runDue();
        await failing.queue.add(database.db, 'mail', 'new');
        await failing.queue.add(database.db, 'mail', 'planned', { dueAt: now() + 60_000 });
        pass(-by);
        const { runner } = node(database, mail, now);
        await runner.runDue();
        expect(mail.mock.calls.map(([payload]) => payload).sort()).toEqual(['new', 'tried before']);
        pass(60_000);
        await runner.runDue();
        expect(mail.mock.calls.at(-1)?.[0]).toBe('planned');
        expect(await left(database)).toEqual([]);
      },
    );

    test('a failing job is not tried more often than before', async () => {
      const database = await freshDatabase(dialect);
      const { now, pass } = clock();
      const mail = vi.fn(() => Promise.reject(new Error('no road')));
      const { queue, runner } = node(database, mail, now);
      await queue.add(database.db, 'mail', 'x');
      pass(-hours);
      await runner.runDue();
      for (const attempt of [1, 2, 3]) {
        expect(mail).toHaveBeenCalledTimes(attempt);
        pass(backoff(attempt) - 1);
        await runner.runDue();
        expect(mail).toHaveBeenCalledTimes(attempt);
        pass(1);
        await runner.runDue();
      }
    });

    test('a killed process’s job is taken up by the next', async () => {
      const database = await freshDatabase(dialect);
      const { now, pass } = clock();
      const killed = node(database, () => new Promise(() => {}), now);
      await killed.queue.add(database.db, 'mail', 'x');
      killed.runner.start();
      await eventually(async () => expect(await left(database)).toMatchObject([{ attempts: 1 }]));
      pass(-hours);
      const mail = vi.fn(async () => {});
      await node(database, mail, now).runner.runDue();
      expect(mail).toHaveBeenCalledOnce();
    });
  });

  test.each([
    ['back', -2 * 60 * 60_000],
    ['forward', 2 * 60 * 60_000],
  ])(
    'a job that this process is doing is not started a second time when the clock is set %s',
    async (_, by) => {
      const database = await freshDatabase(dialect);
      const { now, pass } = clock();
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const mail = vi.fn((_: unknown) => held);
      const { queue, runner } = node(database, mail, now);
      await queue.add(database.db, 'mail', 'x');
      const run = runner.runDue();
      await eventually(() => expect(mail).toHaveBeenCalledOnce());
      pass(by);
      await queue.add(database.db, 'mail', 'y');
      const again = runner.runDue();
      await eventually(() => expect(mail.mock.calls.map(([payload]) => payload)).toEqual(['x', 'y']));
      letGo();
      await Promise.all([run, again]);
      expect(mail).toHaveBeenCalledTimes(2);
      expect(await left(database)).toEqual([]);
    },
  );

  test('a node whose clock is a minute behind starts nothing that another one is doing', async () => {
    const database = await freshDatabase(dialect);
    const { now } = clock();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const first = node(database, () => held, now);
    await first.queue.add(database.db, 'mail', 'x');
    const run = first.runner.runDue();
    await eventually(async () => expect(await left(database)).toMatchObject([{ attempts: 1 }]));
    const mail = vi.fn(async () => {});
    await node(database, mail, () => now() - 60_000).runner.runDue();
    expect(mail).not.toHaveBeenCalled();
    letGo();
    await run;
  });

  test('a node whose clock is a minute behind starts nothing that another one has planned for later', async () => {
    const database = await freshDatabase(dialect);
    const { now, pass } = clock();
    await node(database, async () => {}, now).queue.add(database.db, 'mail', 'x', { dueAt: now() + 600_000 });
    const mail = vi.fn(async () => {});
    const behind = node(database, mail, () => now() - 60_000);
    await behind.runner.runDue();
    expect(mail).not.toHaveBeenCalled();
    pass(660_000);
    await behind.runner.runDue();
    expect(mail).toHaveBeenCalledOnce();
  });

  test('a job starts as soon as the transaction that added it is committed', async () => {
    const database = await freshDatabase(dialect);
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const { queue, runner } = node(database, async () => resolve(), Date.now);
    // Without the poll, which would start it as well.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    runner.start();
    onTestFinished(() => runner.stop());
    await database.transaction((trx) => queue.add(trx, 'mail', 'x'));
    await begun;
  });

  test('a job added by another process is found by polling', async () => {
    const database = await freshDatabase(dialect);
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const { runner } = node(database, async () => resolve(), Date.now);
    runner.start();
    onTestFinished(() => runner.stop());
    await jobQueue(database, Date.now).add(database.db, 'mail', 'x');
    await begun;
  });

  test('stopping waits for running jobs and starts no more', async () => {
    const database = await freshDatabase(dialect);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const mail = vi.fn(() => {
      begin();
      return held;
    });
    const { queue, runner } = node(database, mail, Date.now);
    runner.start();
    await queue.add(database.db, 'mail', 'x');
    await begun;

    let isStopped = false;
    const stopping = runner.stop().then(() => {
      isStopped = true;
    });
    await queue.add(database.db, 'mail', 'y');
    expect(isStopped).toBe(false);
    letGo();
    await stopping;
    expect(mail).toHaveBeenCalledOnce();
    expect(await left(database)).toMatchObject([{ payload: '"y"', attempts: 0 }]);
  });

  test('a job found while the process begins to stop is left to the next one', async () => {
    const database = await freshDatabase(dialect);
    const mail = vi.fn(async () => {});
    let stopping: Promise<void> | undefined;
    let stopAtNextLook = () => {};
    const queue = jobQueue(database, Date.now);
    // It asks for the time when it looks for due jobs.
    const now = () => {
      stopAtNextLook();
      return Date.now();
    };
    const runner = jobRunner({ database, queue, handlers: { mail }, now, log: () => {} });
    await queue.add(database.db, 'mail', 'x');
    await new Promise<void>((resolve) => {
      runner.start();
      stopAtNextLook = () => {
        stopping ??= runner.stop();
        resolve();
      };
    });
    await stopping;
    expect(mail).not.toHaveBeenCalled();
    expect(await left(database)).toMatchObject([{ attempts: 0, leased_until: null }]);
  });
});

test('an attempt that hangs is ended after a minute, and frees its slot', async () => {
  const database = await freshDatabase('sqlite');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let isAborted = false;
  const hang: JobHandler = (_, { signal }) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
    });
    return new Promise(() => {});
  };
  const { queue, runner, log } = node(database, hang, Date.now);
  await queue.add(database.db, 'mail', 'x');
  const run = runner.runDue();
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(60_000);
  await run;
  expect(isAborted).toBe(true);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('failed at attempt 1'));
});

describe('long work', () => {
  const time = 60 * 60_000;

  test('does not delay short jobs, and runs only as many at a time as allowed', async () => {
    const database = await freshDatabase('sqlite');
    const queue = jobQueue(database, Date.now);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const work = vi.fn(() => held);
    const mail = vi.fn(async () => {});
    const handlers = { copy: { work, time, concurrency: 1 }, mail };
    const runner = jobRunner({ database, queue, handlers, now: Date.now, log: vi.fn() });
    for (let count = 0; count < 6; count += 1) await queue.add(database.db, 'copy', count);
    await queue.add(database.db, 'mail', 'x');
    runner.start();
    await eventually(() => expect(mail).toHaveBeenCalledOnce());
    expect(work).toHaveBeenCalledOnce();
    letGo();
    await runner.runDue();
    expect(work).toHaveBeenCalledTimes(6);
    await runner.stop();
  });

  test('keeps its lease for as long as it takes, until the lease is taken back', async () => {
    const database = await freshDatabase('sqlite');
    const { now, pass } = clock();
    const queue = jobQueue(database, now);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const work: JobHandler = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('taken back'));
          resolve();
        });
      });
    const handlers = { copy: { work, time, concurrency: 1 } };
    const runner = jobRunner({ database, queue, handlers, now, log: vi.fn() });
    await queue.add(database.db, 'copy', null, { about: 'ada' });
    const run = runner.runDue();
    await eventually(async () => expect(await left(database)).toMatchObject([{ attempts: 1 }]));
    for (let minutes = 0; minutes < 5; minutes += 1) {
      pass(60_000);
      vi.advanceTimersByTime(30_000);
      await eventually(async () =>
        expect(await left(database)).toMatchObject([{ leased_until: now() + 90_000, attempts: 1 }]),
      );
    }
    await queue.forget(database.db, ['grace']);
    expect(await left(database)).toHaveLength(1);
    await queue.forget(database.db, ['ada']);
    vi.advanceTimersByTime(30_000);
    await ended;
    await run;
    expect(await left(database)).toEqual([]);
  });

  test.each(databases)(
    'on %s is aborted when the process stops, which is no attempt, and immediately available to others',
    async (dialect) => {
      const database = await freshDatabase(dialect);
      const queue = jobQueue(database, Date.now);
      const work: JobHandler = (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const log = vi.fn();
      const handlers = { copy: { work, time, concurrency: 1 } };
      const runner = jobRunner({ database, queue, handlers, now: Date.now, log });
      await queue.add(database.db, 'copy', null);
      runner.start();
      await eventually(async () => expect(await left(database)).toMatchObject([{ attempts: 1 }]));
      await runner.stop();
      expect(await left(database)).toMatchObject([{ leased_until: null, last_error: null, attempts: 0 }]);
      expect(log).not.toHaveBeenCalled();
    },
  );
});
