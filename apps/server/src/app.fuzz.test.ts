import { api, Refused, type Route, refusals } from '@polylogue/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serviceDatabases } from './testing/databases.ts';
import { shared } from './testing/lifetime.ts';
import { unlimited } from './testing/no-limits.ts';
import { type People, password, startWithPeople } from './testing/people.ts';
import { requestRaw } from './testing/raw.ts';

/** Per property; FUZZ_RUNS sets a higher number. */
const { numRuns: runs = 100 } = fc.readConfigureGlobal();

const words = fc.oneof(
  fc.constantFrom(
    'ada',
    'ada@example.com',
    password,
    'new@example.com',
    'verify',
    '2025-02-02',
    'A'.repeat(43),
  ),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '🌍',
    '%',
    "'; drop table users; --",
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(
    'toString',
    '../../etc/passwd',
    'null',
    '-1',
    '1e999',
    'a\r\nset-cookie: x=1',
    'x'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
);
const anything = fc.oneof(
  { depthSize: 'small' },
  words,
  fc.jsonValue({ noUnicodeString: false }),
  fc.constantFrom(null, [], {}, 0, true, [[]], { $ne: null }, 'x'.repeat(70_000)),
);

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  enum?: unknown[];
}

/** A value of this shape, or close to it. */
function nearly(shape: JsonSchema): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(nearly));
  if (shape.enum) return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...shape.enum) }, words);
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(([name, field]) => [name, nearly(field)] as const);
    const right = fc.record(Object.fromEntries(fields), { requiredKeys: fields.map(([name]) => name) });
    const less = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    const more = fc
      .tuple(right, fc.dictionary(words, anything))
      .map(([one, other]) => ({ ...other, ...one }));
    return fc.oneof({ weight: 4, arbitrary: right }, less, more);
  }
  return fc.oneof({ weight: 6, arbitrary: words }, anything);
}

const of = (shape: z.ZodType | undefined) =>
  shape ? nearly(z.toJSONSchema(shape, { io: 'input' }) as JsonSchema) : fc.constant({});

/** Polls for a change that never comes wait only a second. */
const impatient = (query: unknown) => {
  const wait = Number((query as { wait?: unknown } | null)?.wait);
  return wait >= 1 && wait <= 25 ? { ...(query as object), wait: 1 } : query;
};

/** A request body as bytes on the wire. */
function bytesFor(route: Route) {
  const shaped = of('body' in route ? route.body : undefined).map((body) => JSON.stringify(body));
  const deep = fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
  const poisoned = fc.constantFrom(
    '{"__proto__":{"username":"ada"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"username":"ada","username":"ben","password":"x"}',
  );
  const raw = fc.string({ unit: 'binary', maxLength: 200 });
  const others = [anything.map((value) => JSON.stringify(value) ?? ''), deep, poisoned, raw];
  return fc.oneof({ weight: 6, arbitrary: shaped }, ...others);
}

const types = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'text/plain',
    'Application/JSON; charset=utf-8',
    'multipart/form-data; boundary=x',
    'x',
    '',
  ),
);

/** Values without a text form, such as `{"toString": 0}`, become JSON. */
const textOf = (value: unknown) =>
  typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);

function pathOf(route: Route, params: unknown, query: unknown): string {
  const text = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed());
  const param = (name: string) => text((params as Record<string, unknown>)?.[name]);
  // An empty parameter would make a different path.
  const path = route.path.replace(/:(\w+)/g, (_, name) => param(name) || '-');
  const pairs = Object.entries((query ?? {}) as object).map(
    ([name, value]) => `${text(name)}=${text(value)}`,
  );
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

const headerSafe = (value: unknown) =>
  textOf(value)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 2000);

describe.each(serviceDatabases)('on %s', (dialect) => {
  const onServer = shared(() => startWithPeople(dialect, { rateLimits: unlimited }));
  const endpoints = Object.values(api).flatMap((table) => Object.values<Route>(table));

  test.each(endpoints.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'whatever is sent to %s, the answer conforms to the contract [CHECK-24 CHECK-53 FAULT-27]',
    async (_, route) => {
      const server = onServer();
      const name = newName();
      let { access_token, refresh_token } = await server.signUp(name);
      const request = fc.record({
        params: of(route.params),
        query: of(route.query),
        headers: of(route.headers),
        body: bytesFor(route),
        type: types,
        token: fc.constantFrom('good', 'good', 'none', 'bad'),
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ params, query, headers, body, type, token }) => {
          const isWriting = route.method !== 'GET';
          const sent = {
            ...Object.fromEntries(
              Object.entries((headers ?? {}) as object).map(([name, value]) => [
                name.replace(/[^\w-]/g, '') || 'x',
                headerSafe(value),
              ]),
            ),
            ...(token !== 'none' && { authorization: `Bearer ${token === 'good' ? access_token : 'a.b.c'}` }),
            ...(route.headers && token === 'good' && { 'x-refresh-token': refresh_token }),
            ...(isWriting && type && { 'content-type': type }),
          };
          const path = pathOf(route, params, impatient(query));
          const answer = await requestRaw(
            server.port,
            path,
            route.method,
            sent,
            isWriting ? body : undefined,
          );
          mustKeep(route, answer);
          if (answer.status === 200) ({ access_token, refresh_token } = (await again(server, name)).body);
        }),
        { numRuns: dialect === 'sqlite' && process.env.LONG_RUN ? runs / 4 : runs / 10 },
      );
      // Still the same process, and healthy.
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    },
  );
});

const newName = () => `ada${process.hrtime.bigint()}`;

/** Signs in again; if the account was signed out or its password changed, makes a new one. */
async function again({ signIn, signUp }: People, name: string) {
  const answer = await signIn(name);
  return answer.status === 200 ? answer : { body: await signUp(newName()) };
}

function mustKeep(route: Route, { status, text }: { status: number; text: string }) {
  if (status !== 200) {
    const { error } = Refused.parse(JSON.parse(text));
    expect([status, refusals[error]]).toEqual([status, status]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  } else if (route.reply !== 'bytes') {
    const body = JSON.parse(text);
    // Only what the contract names.
    expect(route.reply.parse(body)).toEqual(body);
  }
}
