import { spaceLimits } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { rateLimits } from '../../platform/limits/limits.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { accountNotifications } from './notifications/account-feed.ts';
import { enqueueingNotifications } from './notifications/enqueueing.ts';
import { notifyingPeople } from './notifications/notifying.ts';
import { notifyingOfSessions } from './notifications/session-events.ts';
import { inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve', 'joe', 'amy'] as const;
const day = 24 * 60 * 60 * 1000;

/** Ada's space, in which the others listen. */
async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, names);
  const ada = inSpaces(circle, circle.ada);
  const id = await ada.make({ visibility: 'public' });
  await ada.change(id, { joins_as: 'listener' });
  const listeners = names.slice(1).map((name) => ({ ...inSpaces(circle, circle[name]), name }));
  for (const one of listeners) expect((await one.join(id)).body.role).toBe('listener');
  return { circle, ada, id, listeners };
}

describe.each(serviceDatabases)('notifications of sessions on %s', (dialect) => {
  test('a session is announced to listeners as well, unless they chose not to be notified [SPACE-31]', async () => {
    const { circle, ada, id, listeners } = await start(dialect);
    const [silent, ...others] = listeners;
    await silent?.setOwn(id, { notify: 'none' });
    await ada.schedule(id, { starts_at: circle.now() + day, minutes: 60 });
    for (const one of others) {
      await eventually(async () =>
        expect((await one.notifications()).notifications).toMatchObject([{ kind: 'session' }]),
      );
    }
    expect((await silent?.notifications())?.notifications).toEqual([]);
  });

  test('a space with ever new sessions displaces only its own notifications of sessions', async () => {
    const { circle, ada, id, listeners } = await start(dialect);
    const [ben] = listeners;
    if (!ben) return;
    const other = await inSpaces(circle, circle.eve).make({ visibility: 'public' });
    await ben.join(other);
    const plan = { starts_at: circle.now() + day, minutes: 60 };
    await inSpaces(circle, circle.eve).schedule(other, plan);
    const of = async (space: string) =>
      (await ben.notifications()).notifications.filter(({ space_id }) => space_id === space);
    await eventually(async () => expect(await of(other)).toHaveLength(1));
    for (let at = 0; at < spaceLimits.alike + 2; at += 1) await ada.schedule(id, plan);
    const last = (await ada.schedule(id, plan)).body.session.session_id;
    await eventually(async () => expect((await of(id))[0]?.session_id).toBe(last));
    await eventually(async () => expect(await of(id)).toHaveLength(spaceLimits.alike));
    expect(await of(other)).toHaveLength(1);
  });

  test('who schedules and moves sessions all day has to wait, since each change is written to every member, and may cancel', async () => {
    const circle = await startWithCircle(dialect, ['ada'], { rateLimits });
    const ada = inSpaces(circle, circle.ada);
    const id = await ada.make();
    const starts_at = circle.now() + day;
    const { calls } = rateLimits.session.account;
    const statuses: number[] = [];
    const announced = (await ada.schedule(id, { starts_at, minutes: 60 })).body.session.session_id;
    for (let at = 1; at < calls - 1; at += 2) {
      const { status, body } = await ada.schedule(id, { starts_at, minutes: 60 });
      const { session_id } = body.session;
      const moved = await ada.move(id, session_id, { starts_at: starts_at + 1, minutes: 60 });
      statuses.push(status, moved.status, (await ada.cancel(id, session_id)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ada.schedule(id, { starts_at, minutes: 60 })).status).toBe(200);
    expect((await ada.schedule(id, { starts_at, minutes: 60 })).status).toBe(429);
    expect((await ada.cancel(id, announced)).status).toBe(200);
  });

  test('of a large space, each job notifies a portion, and everyone is notified once', async () => {
    const { circle, ada, id, listeners } = await start(dialect);
    const database = await circle.database();
    const { now } = circle;
    const starts_at = now() + day;
    const { session_id } = (await ada.schedule(id, { starts_at, minutes: 60 })).body.session;
    const notified = async () =>
      Promise.all(listeners.map(async (one) => (await one.notifications()).notifications.length));
    await eventually(async () => expect(await notified()).toEqual([1, 1, 1, 1]));
    await circle.db.deleteFrom('notifications').execute();

    const added: [string, unknown][] = [];
    const blockedAmong = async () => new Set<string>();
    const jobs: Pick<JobQueue, 'add'> = {
      add: async (_, kind, payload) => `${added.push([kind, JSON.parse(JSON.stringify(payload))])}`,
    };
    const deps = { database, jobs, blockedAmong, now, lock: async () => true, accountChanged: () => {} };
    const feeds = accountNotifications(deps);
    const session = notifyingOfSessions({ ...deps, feeds, portion: 2 });
    const jobHandlers = notifyingPeople({ ...deps, feeds, session });
    const { enqueue } = enqueueingNotifications(deps);
    await database.transaction((trx) => enqueue(trx, { kind: 'session', session_id, starts_at }));
    const sums: number[] = [];
    for (const [kind, payload] of added) {
      const handler = jobHandlers[kind as keyof typeof jobHandlers];
      await handler(payload, { jobId: '', attempt: 1, signal: AbortSignal.abort() });
      sums.push((await notified()).reduce((sum, count) => sum + count));
    }
    // Five people in three jobs; Ada, who scheduled it, is in one of them.
    expect(sums).toHaveLength(3);
    expect(sums[0]).toBeLessThanOrEqual(2);
    expect(await notified()).toEqual([1, 1, 1, 1]);
  });
});
