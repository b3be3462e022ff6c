import pg from 'pg';
import { afterEach, test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { databases, freshPlace } from '../../testing/databases.ts';
import { asPooler, proxiedPostgres } from '../../testing/postgres-proxy.ts';
import { eventually } from '../../testing/server.ts';
import { openListener } from './postgres-listen.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));
afterEach(() => vi.restoreAllMocks());
const channel = 'polylogue_test';
const other = 'polylogue_other';

function listen(url: string, times?: Parameters<typeof openListener>[0]['times']) {
  const onBroken = vi.fn();
  const received: string[] = [];
  const receivedElsewhere: string[] = [];
  const channels = {
    [channel]: (payload: string) => received.push(payload),
    [other]: (payload: string) => receivedElsewhere.push(payload),
  };
  const listener = openListener({ url, channels, onBroken, ...(times && { times }) });
  onTestFinished(listener.close);
  const ready = () => eventually(() => expect(listener.epoch()).toBeDefined());
  return { ...listener, received, receivedElsewhere, onBroken, ready };
}

async function client(url: string) {
  const one = new pg.Client(url);
  await one.connect();
  onTestFinished(() => one.end());
  return (payload: string, on = channel) => one.query('select pg_notify($1, $2)', [on, payload]);
}

test('once it has settled, everything sent before has arrived, in order', async () => {
  const { url = '' } = await freshPlace('postgres');
  const { received, ready, settled } = listen(url);
  const notify = await client(url);
  await ready();
  for (let number = 0; number < 50; number++) await notify(`${number}`);
  await settled();
  expect(received).toEqual(Array.from({ length: 50 }, (_, number) => `${number}`));
});

test('one connection listens on several channels, and keeps them apart', async () => {
  const { url = '' } = await freshPlace('postgres');
  const { received, receivedElsewhere, ready, settled } = listen(url);
  const notify = await client(url);
  await ready();
  await notify('here');
  await notify('there', other);
  await notify('nowhere', 'polylogue_unknown');
  await settled();
  expect({ received, receivedElsewhere }).toEqual({ received: ['here'], receivedElsewhere: ['there'] });
});

test('a lost connection is reopened, in a new epoch', async () => {
  const { url = '' } = await freshPlace('postgres');
  const { epoch, received, ready, settled, onBroken } = listen(url, {
    checkInterval: 10,
    timeout: 10_000,
    validFor: 20_000,
  });
  const notify = await client(url);
  await ready();
  const before = epoch();
  const admin = new pg.Client(url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const { rows } = await admin.query('select pid from pg_stat_activity where query = $1', ['select 1']);
  for (const { pid } of rows) await admin.query('select pg_terminate_backend($1)', [pid]);
  await eventually(() => {
    expect(epoch()).toBeDefined();
    expect(epoch()).not.toBe(before);
  });
  expect(onBroken).toHaveBeenCalled();
  await notify('again');
  await settled();
  expect(received).toEqual(['again']);
});

test('while nothing is lost the epoch stays the same, and the connection is checked regularly', async () => {
  let sent = 0;
  const url = await proxiedPostgres((bytes) => {
    sent += 1;
    return bytes;
  });
  const { epoch, ready, onBroken } = listen(url, { checkInterval: 10, timeout: 10_000, validFor: 20_000 });
  expect(epoch()).toBeUndefined();
  await ready();
  const first = epoch();
  const before = sent;
  await eventually(() => expect(sent).toBeGreaterThan(before + 10));
  expect(epoch()).toBe(first);
  expect(onBroken).not.toHaveBeenCalled();
});

test('a silent network is noticed, blocks nothing, and leads to a new epoch', async () => {
  let isSilent = false;
  const url = await proxiedPostgres((bytes) => (isSilent ? undefined : bytes));
  const { epoch, ready, settled, onBroken } = listen(url, {
    checkInterval: 20,
    timeout: 200,
    validFor: 10_000,
  });
  await ready();
  const before = epoch();

  isSilent = true;
  await settled();
  expect(epoch()).toBeUndefined();
  expect(onBroken).toHaveBeenCalled();
  await settled();

  isSilent = false;
  await ready();
  expect(epoch()).not.toBe(before);
});

test('a check is valid for a limited time', async () => {
  const { epoch, ready } = listen(await proxiedPostgres((bytes) => bytes), {
    checkInterval: 60_000,
    timeout: 10_000,
    validFor: 300,
  });
  await ready();
  await eventually(() => expect(epoch()).toBeUndefined());
});

test('behind a pooler that shares its connections nothing arrives, which is logged once', async () => {
  const planned = vi.spyOn(globalThis, 'setTimeout');
  const checkInterval = 1_234;
  const { epoch, onBroken } = listen(await proxiedPostgres(asPooler), {
    checkInterval,
    timeout: 10_000,
    validFor: 20_000,
  });
  await eventually(() => expect(onBroken).toHaveBeenCalledOnce());
  expect(onBroken.mock.calls[0]?.[0].message).toContain('pooler');
  expect(epoch()).toBeUndefined();
  expect(planned.mock.calls.map(([, after]) => after)).not.toContain(checkInterval);
});

test('once closed it does not reconnect, and reports nothing', async () => {
  const { epoch, close, ready, onBroken } = listen(await proxiedPostgres((bytes) => bytes));
  await ready();
  close();
  expect(epoch()).toBeUndefined();
  const nowhere = listen('postgres://127.0.0.1:1/nowhere');
  nowhere.close();
  expect(nowhere.epoch()).toBeUndefined();
  expect([onBroken.mock.calls, nowhere.onBroken.mock.calls]).toEqual([[], []]);
});
