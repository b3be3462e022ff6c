import { connect, createServer, type Socket } from 'node:net';
import { afterEach, test as anyTest, expect, onTestFinished, vi } from 'vitest';
import { databases, freshPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { openEar } from './postgres-changes.ts';

const test = anyTest.skipIf(!databases.includes('postgres'));
afterEach(() => vi.restoreAllMocks());

/** A PostgreSQL behind something that may change or swallow its bytes. */
async function behind(pass: (bytes: Buffer) => Buffer | undefined) {
  const { url = '' } = await freshPlace('postgres');
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const listener = createServer((caller) => {
    const server = connect(Number(port), hostname);
    for (const socket of [caller, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    caller.pipe(server);
    server.on('close', () => caller.destroy());
    server.on('data', (bytes: Buffer) => {
      const passed = pass(bytes);
      if (passed) caller.write(passed);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  await vi.waitUntil(() => listener.listening);
  const address = listener.address();
  if (typeof address !== 'object' || !address) throw new Error('It has no port.');
  return Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href;
}

function ear(url: string, times?: Parameters<typeof openEar>[0]['times']) {
  const onBroken = vi.fn();
  const opened = openEar({ url, onBroken, ...(times && { times }) });
  onTestFinished(opened.close);
  return { ...opened, onBroken };
}

test('it hears from when it is first asked, always in the same era', async () => {
  let said = 0;
  const url = await behind((bytes) => {
    said += 1;
    return bytes;
  });
  const { era, onBroken } = ear(url, { pulse: 10, patience: 10_000, trust: 20_000 });
  expect(era()).toBeUndefined();
  await eventually(() => expect(era()).toBeDefined());
  const first = era();
  const before = said;
  await eventually(() => expect(said).toBeGreaterThan(before + 10));
  expect(era()).toBe(first);
  expect(onBroken).not.toHaveBeenCalled();
});

test('a network that falls silent is noticed, a write does not wait for it, and then it is another era', async () => {
  let isSilent = false;
  const url = await behind((bytes) => (isSilent ? undefined : bytes));
  const { era, settled, onBroken } = ear(url, { pulse: 20, patience: 200, trust: 10_000 });
  era();
  await eventually(() => expect(era()).toBeDefined());
  const before = era();

  isSilent = true;
  await settled();
  expect(era()).toBeUndefined();
  expect(onBroken).toHaveBeenCalled();
  await settled();

  isSilent = false;
  await eventually(() => expect(era()).toBeDefined());
  expect(era()).not.toBe(before);
});

test('what was proved is relied on for a while only', async () => {
  const { era } = ear(await behind((bytes) => bytes), { pulse: 60_000, patience: 10_000, trust: 300 });
  era();
  await eventually(() => expect(era()).toBeDefined());
  await eventually(() => expect(era()).toBeUndefined());
});

test('behind a pooler that lends its connections nothing is heard, which is said once', async () => {
  const planned = vi.spyOn(globalThis, 'setTimeout');
  const pulse = 1_234;
  const { era, onBroken } = ear(
    await behind((bytes) => {
      // The number that a connection goes by, as a pooler makes it up: a K of twelve bytes.
      const at = bytes.indexOf(Buffer.from('K\0\0\0\u000c', 'latin1'));
      if (at >= 0) bytes.writeUInt32BE(7, at + 5);
      return bytes;
    }),
    { pulse, patience: 10_000, trust: 20_000 },
  );
  era();
  await eventually(() => expect(onBroken).toHaveBeenCalledOnce());
  expect(onBroken.mock.calls[0]?.[0].message).toContain('pooler');
  expect(era()).toBeUndefined();
  expect(planned.mock.calls.map(([, after]) => after)).not.toContain(pulse);
});

test('what is closed asks nobody any more', async () => {
  const { era, close, onBroken } = ear(await behind((bytes) => bytes));
  era();
  await eventually(() => expect(era()).toBeDefined());
  close();
  expect(era()).toBeUndefined();
  const never = ear('postgres://127.0.0.1:1/nowhere');
  never.close();
  expect(never.era()).toBeUndefined();
  expect([onBroken.mock.calls, never.onBroken.mock.calls]).toEqual([[], []]);
});
