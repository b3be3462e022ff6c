import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerFault } from './faults.ts';
import { shedLoad } from './pressure.ts';

test('what starting takes is not load: the first calls are answered, and nothing is logged', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } });
  const { isHigh } = shedLoad(app);
  app.get('/api/v1/changes', async () => 'ok');
  onTestFinished(() => app.close());
  const started = performance.now();
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  while (performance.now() - started < 4_000) {
    block();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await app.ready();
  expect((await app.inject('/api/v1/changes')).statusCode).toBe(200);
  // Nor is what follows it: code is compiled at its first use, and everyone reconnects.
  const ready = performance.now();
  while (performance.now() - ready < 3_000) {
    block();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isHigh()).toBe(false);
  }
  expect(lines).toEqual([]);
});

test('while the loop is blocked an API tells its callers when to retry; pages and health still answer', async () => {
  const app = fastify();
  app.setErrorHandler(answerFault);
  const { isHigh } = shedLoad(app);
  app.get('/healthz', async () => 'ok');
  app.get('/chat', async () => 'ok');
  app.get('/api/v1/changes', async () => 'ok');
  onTestFinished(() => app.close());
  await app.ready();
  expect((await app.inject('/api/v1/changes')).statusCode).toBe(200);

  const block = setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600), 1);
  onTestFinished(() => clearInterval(block));
  await vi.waitFor(() => expect(isHigh()).toBe(true), { timeout: 20_000 });

  const { statusCode, headers, json } = await app.inject('/api/v1/changes');
  expect({ statusCode, retry: headers['retry-after'], error: json().error }).toEqual({
    statusCode: 503,
    retry: '5',
    error: 'busy',
  });
  expect((await app.inject('/%61pi/v1/changes')).statusCode).toBe(503);
  for (const page of ['/healthz', '/chat']) expect((await app.inject(page)).statusCode).toBe(200);
  clearInterval(block);
  await vi.waitFor(() => expect(isHigh()).toBe(false), { timeout: 20_000 });
});
