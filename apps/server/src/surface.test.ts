import { api, type Route } from '@polylogue/contract';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serve } from './platform/http/serve.ts';
import { otherNames, pagePaths } from './platform/web/page-paths.ts';
import { openHttp } from './testing/http-deps.ts';
import { secretNames } from './testing/people.ts';
import { startServer } from './testing/server.ts';

const routes = Object.values(api).flatMap((table) => Object.values<Route>(table));

/** Turns the tree that the framework prints into one line per route: GET /healthz. */
function listed(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, before = '', piece = '', methods] = /^(.*?)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (piece === '') return [];
    above.length = before.length / 4;
    above.push(piece);
    return (methods ?? '').split(', ').flatMap((method) => (method ? [`${method} ${above.join('')}`] : []));
  });
}

test('the server serves what the contract says, its pages, and nothing for tests or debugging [CHECK-50]', async () => {
  const { app } = await startServer();
  const served = listed(app.printRoutes({ commonPrefix: false }));
  const declared = routes.map(({ method, path }) => `${method} ${path}`);
  expect(served).toEqual(expect.arrayContaining(declared));
  const pages = [...Object.keys(pagePaths), ...Object.keys(otherNames)].flatMap((path) => [
    `GET ${path}`,
    `GET ${path}/`,
  ]);
  const others = served.filter(
    (one) => !declared.includes(one) && !pages.includes(one) && !one.startsWith('HEAD '),
  );
  expect(others.sort()).toEqual([
    'GET /*',
    'GET /:file(^[\\w-]+\\.(?:svg|png|ico|txt|xml|webmanifest)$)',
    'GET /api/docs',
    'GET /api/docs.css',
    'GET /api/openapi.json',
    'GET /diagram.html',
    'GET /live',
    'GET /service-worker.js',
  ]);
});

/** The names of all fields this schema allows. */
function fieldsOf(shape: z.ZodType): string[] {
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value));
    return value;
  });
  return names;
}

test('no answer has a field for internal data [CHECK-46]', () => {
  const hidden = routes.flatMap(({ method, path, reply }) =>
    reply === 'bytes'
      ? []
      : fieldsOf(reply).flatMap((name) => (secretNames.test(name) ? [`${method} ${path}: ${name}`] : [])),
  );
  expect(hidden).toEqual([]);
  expect(routes.filter(({ reply }) => reply === undefined)).toEqual([]);
});

test('fields that an answer does not list are left out, at any depth [CHECK-46]', async () => {
  const app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const person = z.object({ name: z.string() });
  const table = {
    read: {
      method: 'GET',
      path: '/person',
      summary: 'Somebody',
      access: 'anyone',
      reply: z.object({ person, friends: z.array(person) }),
      refusals: [],
    },
  } as const;
  const row = { name: 'ada', hashed_password: 'x', email: 'ada@example.com' };
  serve(openHttp(app), table, { read: async () => ({ person: row, friends: [row], address: '192.0.2.1' }) });
  expect((await app.inject('/person')).json()).toEqual({
    person: { name: 'ada' },
    friends: [{ name: 'ada' }],
  });
  await app.close();
});
