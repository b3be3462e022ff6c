import { describe, expect, test } from 'vitest';
import { startWithCircle } from './testing/circle.ts';
import { serviceDatabases } from './testing/databases.ts';
import { unlimited } from './testing/no-limits.ts';
import { password, startWithPeople } from './testing/people.ts';
import { eventually } from './testing/server.ts';
import { upload } from './testing/upload.ts';

const minute = 60_000;
const hour = 60 * minute;
const year = 365 * 24 * hour;

/** A wall clock that can be set, and an internal one that only moves forward. */
function clocks() {
  let [wall, inside] = [Date.now(), 0];
  return {
    now: () => wall,
    steady: () => inside,
    pass(ms: number) {
      wall += ms;
      inside += ms;
    },
    set(ms: number) {
      wall += ms;
    },
  };
}

describe.each(serviceDatabases)('after a clock that was ahead is corrected, on %s', (dialect) => {
  test('mails are still sent [FAULT-13]', async () => {
    const { now, steady, pass, set } = clocks();
    const server = await startWithPeople(dialect, { now, steady, rateLimits: unlimited });
    await server.signUp('ada');
    const body = { email: 'ada@example.com' };
    const subject = 'Set a new password';
    const arrived = () => server.mails.filter(({ read }) => read.subject === subject).length;
    for (const count of [1, 2, 3]) {
      const { status } = await server.call('POST', '/api/auth/forgot-password', { body });
      expect(status).toBe(200);
      await eventually(() => expect(arrived()).toBe(count));
      set(-2 * hour);
      pass(2 * minute);
    }
  });

  test('no one has used up upload slots or reports', async () => {
    const { now, steady, set } = clocks();
    set(year);
    const server = await startWithCircle(dialect, ['ada', 'ben'], { now, steady });
    const { ada, ben } = server;
    const ask = (token = ada.token) => server.call('POST', '/api/v1/user/me/profile_picture', { token });
    const report = (token = ada.token) =>
      server.call('POST', '/api/v1/user/report', {
        token,
        body: { reported_user_id: ben.id, reason: 'spam' },
      });
    const untilRefused = async (call: typeof ask) => {
      for (let calls = 0; calls < 50; calls += 1) {
        const { status } = await call();
        if (status !== 200) return expect(status).toBe(429);
      }
      expect.fail('No call was refused.');
    };
    await untilRefused(ask);
    await untilRefused(report);
    set(-year);
    const { access_token: token } = (await server.signIn('ada', password)).body;
    expect((await ask(token)).status).toBe(200);
    expect((await report(token)).status).toBe(200);
  });

  test('no upload quota lasts longer than its day', async () => {
    const { now, steady, pass, set } = clocks();
    const { url } = await startWithPeople(dialect, {
      now,
      steady,
      visitorLimits: { fileBytes: 100, filesADay: 1, bytesADay: 1_000, allBytes: 10_000, hoursStored: 24 },
    });
    const note = { name: 'a.txt', type: 'text/plain', bytes: 'x' };
    const send = async () => (await upload(url, note, { 'x-forwarded-for': '203.0.113.9' })).status;
    expect(await send()).toBe(200);
    expect(await send()).toBe(429);
    set(-year);
    pass(24 * hour);
    expect(await send()).toBe(200);
  });
});
