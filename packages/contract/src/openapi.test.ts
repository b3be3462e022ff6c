import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { refusals } from './error.ts';
import { openapi } from './openapi.ts';
import { defineRoutes, type Route } from './route.ts';

test('openapi.json is generated from the contract (npx vitest run packages/contract -u updates it)', async () => {
  await expect(`${JSON.stringify(openapi(api), null, 2)}\n`).toMatchFileSnapshot('../openapi.json');
});

test('an endpoint is described with its input, replies and refusals', () => {
  const friends = defineRoutes({
    rename: {
      method: 'PUT',
      path: '/friends/:id',
      summary: 'Rename a friend',
      access: 'anyone',
      limit: 'upload',
      params: z.object({ id: z.string() }),
      query: z.object({ quietly: z.string().optional() }),
      body: z.object({ name: z.string() }),
      reply: z.object({ name: z.string() }),
      refusals: ['not-found', 'too-many', 'quota-used'],
    },
  });
  const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } };
  const name = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const operation = openapi({ friends }).paths['/friends/{id}'];
  expect(operation).toMatchObject({
    put: {
      operationId: 'friends.rename',
      tags: ['friends'],
      summary: 'Rename a friend',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'quietly', in: 'query', required: false, schema: { type: 'string' } },
      ],
      requestBody: { content: { 'application/json': { schema: name } } },
      responses: {
        200: { content: { 'application/json': { schema: name } } },
        404: { description: 'not-found', content: refused },
        429: { description: 'too-many, quota-used', content: refused },
        500: { description: 'unexpected', content: refused },
      },
    },
  });
});

test('no two endpoints share a method and a path', () => {
  const names = Object.values(api).flatMap((table) =>
    Object.values(table).map((one) => `${one.method} ${one.path}`),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('no body takes an unknown field [CHECK-11]', () => {
  const bodies = Object.values(api).flatMap((table) =>
    Object.values<Route>(table).flatMap((one) =>
      'body' in one && one.body ? [[`${one.method} ${one.path}`, one.body] as const] : [],
    ),
  );
  expect(bodies.length).toBeGreaterThan(5);
  for (const [name, body] of bodies) {
    const shape = z.toJSONSchema(body, { io: 'input' });
    for (const one of shape.anyOf ?? [shape])
      expect(one, name).toMatchObject({ additionalProperties: false });
  }
});

test('every refusal is an error to HTTP, too', () => {
  for (const status of Object.values(refusals)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  }
});
