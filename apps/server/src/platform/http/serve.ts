import { normalizeIP } from '@fastify/rate-limit';
import type { Limit, Route } from '@polylogue/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Incoming, letGo, oneFile } from './one-file.ts';
import { type StoredBytes, sendBytes } from './send-bytes.ts';

/** Who calls. */
interface Caller {
  /** The network address as far as TRUST_PROXY lets it be known; of IPv6 the /64, which is one household. */
  address: string;
}

/** What a handler is told: only what the contract lets a caller say, checked. */
type Told<One extends Route> = Part<One, 'params'> &
  Part<One, 'query'> &
  Part<One, 'body'> &
  (One extends { file: string } ? { file: Incoming } : unknown);

type Part<One, Name extends string> = One extends { [P in Name]: infer Shape extends z.ZodType }
  ? { [P in Name]: z.output<Shape> }
  : unknown;

type Answer<One extends Route> = One['reply'] extends z.ZodType ? z.input<One['reply']> : StoredBytes;

type Handlers<Table extends Record<string, Route>> = {
  [Name in keyof Table]: (told: Told<Table[Name]>, caller: Caller) => Promise<Answer<Table[Name]>>;
};

/** Requests in a minute that one address may make, by the contract's word for it. */
const limits: Record<Limit, number> = {
  upload: 30,
  signin: 20,
  signup: 10,
  refresh: 120,
  mail: 10,
  password: 10,
  account: 60,
};

/** Serves a noun's endpoints: leave a handler out and it does not compile. */
export function serve<const Table extends Record<string, Route>>(
  app: FastifyInstance,
  table: Table,
  handlers: Handlers<Table>,
) {
  for (const [name, route] of Object.entries<Route>(table)) {
    const handle = handlers[name] as unknown as (told: object, caller: Caller) => Promise<never>;
    app.route({
      method: route.method,
      url: route.path,
      schema: schemaOf(route),
      config: route.limit ? { rateLimit: { max: limits[route.limit], timeWindow: 60_000 } } : {},
      handler: async (request, reply) => {
        try {
          const answer = await handle(await told(request, route), { address: normalizeIP(request.ip) });
          return route.reply === 'bytes' ? sendBytes(answer, request, reply) : reply.send(answer);
        } catch (error) {
          letGo(request.raw);
          throw error;
        }
      },
    });
  }
}

function schemaOf(route: Route) {
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...('body' in route && route.body && { body: route.body }),
    ...(route.reply !== 'bytes' && { response: { 200: route.reply } }),
  };
}

async function told(request: FastifyRequest, route: Route): Promise<object> {
  const { params, query, body } = request;
  const file = 'file' in route && route.file ? { file: await oneFile(request, route.file) } : {};
  return { params, query, body, ...file };
}
