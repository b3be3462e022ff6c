import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { offeringTurns } from './turns/offering.ts';
import { servingSince } from './turns/serving.ts';
import { turnTimes } from './turns/times.ts';

test('a browser that keeps changing what it offers has the server look for holders once a second', async () => {
  let looks = 0;
  const database = { db: {} } as Database;
  const offering = offeringTurns({
    database,
    running: {} as never,
    sockets: () => ({
      torches() {
        looks += 1;
        return [];
      },
      watcherCount: () => 0,
    }),
    friendsAmong: async () => new Set(),
    blockedAmong: async () => new Set(),
    now: () => 0,
    serving: servingSince(() => 0),
    times: turnTimes,
    log: () => {},
  });
  onTestFinished(() => {
    offering.close();
    vi.useRealTimers();
  });
  vi.useFakeTimers();
  for (let count = 0; count < 20; count += 1) offering.torchesChanged('garden');
  expect(looks).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(looks).toBe(2);
  vi.advanceTimersByTime(5_000);
  offering.torchesChanged('garden');
  expect(looks).toBe(3);
});

test('a node serves since it began, or since it could read its turns again after a failure', async () => {
  let now = 1_000;
  const serving = servingSince(() => now);
  const failing = () => Promise.reject(new Error('The database is gone.'));
  now = 5_000;
  await serving.during(async () => {});
  expect(serving.since()).toBe(1_000);
  await expect(serving.during(failing)).rejects.toThrow();
  now = 10_000;
  await expect(serving.during(failing)).rejects.toThrow();
  now = 15_000;
  await serving.during(async () => {});
  expect(serving.since()).toBe(15_000);
});
