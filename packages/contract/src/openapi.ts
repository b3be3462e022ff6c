import { z } from 'zod';
import { type Refusal, refusals } from './error.ts';
import { Refused } from './refused.ts';
import type { Route } from './route.ts';

const commonRefusals: Refusal[] = ['bad-input', 'busy', 'not-ready', 'unexpected'];

/** The OpenAPI 3.1 document of the given nouns' endpoints; openapi.json beside this folder is its print. */
export function openapi(nouns: Record<string, Record<string, Route>>) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [noun, table] of Object.entries(nouns)) {
    for (const [name, route] of Object.entries(table)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(noun, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Polylogue', version: '0.1.0', description: 'One AI-to-Many human interactions' },
    paths,
    components: {
      schemas: { Refused: schema(Refused, 'output') },
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(noun: string, name: string, route: Route) {
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: route.summary,
    ...(route.access === 'signed-in' && { security: [{ accessToken: [] }] }),
    ...(route.signInCounts && { security: [{}, { accessToken: [] }] }),
    parameters: [
      ...fields('path', route.params),
      ...fields('query', route.query),
      ...fields('header', route.headers),
      ...(route.challenge ? [challengeHeader(route.challenge)] : []),
    ],
    ...('body' in route && route.body && { requestBody: json(schema(route.body, 'input')) }),
    ...('file' in route && route.file && { requestBody: multipart(route.file) }),
    responses: {
      200: { description: 'OK', ...replyHeadersOf(route), ...replyOf(route) },
      ...refusedWith([
        ...route.refusals,
        ...(route.access === 'signed-in' ? (['signed-out'] as const) : []),
        ...commonRefusals,
      ]),
    },
  };
}

function challengeHeader(action: string) {
  return {
    name: 'x-challenge-token',
    in: 'header',
    required: true,
    description: `A solved challenge for ${action}`,
    schema: { type: 'string' },
  };
}

function replyHeadersOf({ replyHeaders }: Route) {
  if (!replyHeaders) return {};
  return { headers: Object.fromEntries(replyHeaders.map((name) => [name, { schema: { type: 'string' } }])) };
}

function fields(place: 'path' | 'query' | 'header', shape: z.ZodObject | undefined) {
  return Object.entries(shape?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schema(field as z.ZodType, 'input'),
  }));
}

function replyOf({ reply }: Route) {
  if (reply !== 'bytes') return json(schema(reply, 'output'));
  return { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
}

function refusedWith(codes: Refusal[]) {
  const byStatus: Record<number, object> = {};
  for (const code of codes) {
    const sameStatus = codes.filter((other) => refusals[other] === refusals[code]);
    byStatus[refusals[code]] = {
      description: [...new Set(sameStatus)].join(', '),
      ...json({ $ref: '#/components/schemas/Refused' }),
    };
  }
  return byStatus;
}

function multipart(field: string) {
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { [field]: { type: 'string', format: 'binary' } },
          required: [field],
        },
      },
    },
  };
}

function json(body: object) {
  return { content: { 'application/json': { schema: body } } };
}

function schema(shape: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(shape, { io, target: 'draft-2020-12' });
  return rest;
}
