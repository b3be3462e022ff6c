import fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { openHttp } from '../../testing/http-deps.ts';
import { answerFault } from './faults.ts';
import { type HealthDeps, health } from './health.ts';
import { RefusedError } from './refuse.ts';

async function ask(path: string, deps: HealthDeps) {
  const app = fastify();
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerFault);
  health(openHttp(app), deps);
  const { statusCode, json } = await app.inject(path);
  return { status: statusCode, body: json() };
}

const well = { isStopping: () => false, isOverloaded: () => false, checks: [async () => {}] };

test('a healthy server is alive and ready', async () => {
  expect(await ask('/healthz', well)).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await ask('/readyz', well)).toEqual({ status: 200, body: { status: 'ok' } });
});

test('a stopping server is alive but not ready', async () => {
  const stopping = { ...well, isStopping: () => true };
  expect((await ask('/healthz', stopping)).status).toBe(200);
  expect(await ask('/readyz', stopping)).toMatchObject({
    status: 503,
    body: { error: 'not-ready', message: 'The server is stopping.' },
  });
});

test('an overloaded server is alive but not ready, so that a load balancer sends people elsewhere', async () => {
  const overloaded = { ...well, isOverloaded: () => true };
  expect((await ask('/healthz', overloaded)).status).toBe(200);
  expect((await ask('/readyz', overloaded)).status).toBe(503);
});

test('a server that cannot do its work is not ready, and says why', async () => {
  const full = async () =>
    Promise.reject(new RefusedError('not-ready', 'The data folder cannot be written.'));
  expect(await ask('/readyz', { ...well, checks: [async () => {}, full] })).toMatchObject({
    status: 503,
    body: { message: 'The data folder cannot be written.' },
  });
});
