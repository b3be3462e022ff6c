import { Readable } from 'node:stream';
import type { ChallengeAction, Limit, Me, Route } from '@polylogue/contract';
import { jsonBounds, smallJsonBounds } from '@polylogue/sync';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Limits } from '../limits/limits.ts';
import { type RecordEvent, recorder } from '../log/events.ts';
import { addressBlock } from '../network/address-block.ts';
import { callerAddress } from '../network/proxies.ts';
import { drain, type Incoming } from './one-file.ts';
import { refuse } from './refuse.ts';
import { inputOf, schemaOf } from './request-input.ts';
import { answerPieces, rowReader } from './rows.ts';
import { type StoredBytes, sendBytes } from './send-bytes.ts';
import type { TrackWork } from './work-tracker.ts';

/** The valid sign-in that an access token proves. */
export interface SignedIn {
  userId: string;
  signInId: string;
}

/** The person signed in, as of the start of the request. */
export interface Member extends SignedIn {
  me(): Me;
}

/** The checks before every endpoint. */
export interface RequestChecks {
  limits: Limits;
  authenticate(accessToken: string): Promise<Member | undefined>;
  /** Throws a refusal unless the token is an unused solution of a challenge for this action. */
  challengeGuard(action: ChallengeAction, token: string | undefined, address: string): Promise<void>;
}

/** What endpoints need in order to be served. */
export interface HttpDeps {
  app: FastifyInstance;
  gate: RequestChecks;
  trackWork: TrackWork;
}

/** A caller, signed in or not. */
export interface Visitor {
  /** The network address as limits count it: for IPv6 the /64, which is one household. */
  address: string;
  /** The whole network address, as far as TRUST_PROXY allows. */
  ip: string;
  /** What the caller's program claims to be. */
  userAgent: string;
  /** Writes a security event to the log, with the caller and the request. */
  record: RecordEvent;
}

interface Connection {
  /** Aborts when the caller disconnects or has the answer. */
  disconnected: AbortSignal;
}

/** Where a sign-in is optional, a caller without one has none. */
export type Caller<One extends Route = Route> = Visitor &
  Connection &
  (One['access'] extends 'signed-in' ? Member : Partial<Member>);

/** What a handler receives: only what the contract allows, validated. */
type Input<One extends Route> = Part<One, 'params'> &
  Part<One, 'query'> &
  Part<One, 'headers'> &
  Part<One, 'body'> &
  (One extends { file: string } ? { file: Incoming } : unknown);

type Part<One, Name extends string> = One extends { [P in Name]: infer Shape extends z.ZodType }
  ? { [P in Name]: z.output<Shape> }
  : unknown;

type Answer<One extends Route> = One extends { replyHeaders: readonly (infer Name extends string)[] }
  ? { body: Body<One>; headers: Record<Name, string> }
  : Body<One>;
type Body<One extends Route> = One['reply'] extends z.ZodType ? z.input<One['reply']> : StoredBytes;

type Handlers<Table extends Record<string, Route>> = {
  [Name in keyof Table]: (
    input: Input<Table[Name]>,
    caller: Caller<Table[Name]>,
  ) => Promise<Answer<Table[Name]>>;
};

/** The default limit for a JSON body, enough for nearly all of them (bytes). */
const bodyLimit = 64 * 1024;
/** An answer that is longer is sent piece by piece (UTF-16 code units). */
const pieceLength = 1_000_000;

/**
 * Serves the endpoints of one table: leaving out a handler does not compile. Checked before a handler, in this order:
 * the address's limit, the access token, the account's limit, the shape of the input, the challenge. Everyone's limit
 * counts last, and only who is signed in or has solved a challenge: others could use it up with junk.
 */
export function serve<const Table extends Record<string, Route>>(
  { app, gate, trackWork }: HttpDeps,
  table: Table,
  handlers: Handlers<Table>,
) {
  async function countForEveryone({ limit }: Route, caller: Caller | undefined) {
    if (limit) refuseAfter(await gate.limits.everyone(limit, caller?.userId ? 'members' : 'visitors'));
  }

  for (const [name, route] of Object.entries<Route>(table)) {
    mustSayWhoMay(name, route);
    const rows = rowsOf(route);
    const handle = handlers[name] as unknown as (input: object, caller: Caller) => Promise<never>;
    app.route({
      method: route.method,
      url: route.path,
      schema: schemaOf(route, rows?.around),
      config: { access: route.access, bounds: boundsOf(route) },
      // A GET that changes something has a limit; a HEAD request must not trigger it.
      exposeHeadRoute: route.method === 'GET' && route.limit === undefined,
      ...('file' in route ? {} : { bodyLimit: bodyLimitOf(route) }),
      onRequest: async (request, reply) => {
        const caller = visitor(request, reply);
        callers.set(request, caller);
        if (route.limit) refuseAfter(await gate.limits.address(route.limit, caller.address));
        const signedIn = await signInOf(request, gate);
        if (!signedIn && mustBeSignedIn(route, request)) signedOut();
        if (signedIn) {
          Object.assign(caller, signedIn);
          if (route.limit) refuseAfter(await gate.limits.account(route.limit, signedIn.userId));
          if (!route.challenge) await countForEveryone(route, caller);
        }
      },
      preHandler: async (request) => {
        await rows?.read(request.body as Record<string, unknown[]>);
        if (!route.challenge) return;
        const token = request.headers['x-challenge-token'];
        await gate.challengeGuard(route.challenge, first(token), callerAddress(request));
        await countForEveryone(route, callers.get(request));
      },
      handler: async (request, reply) => {
        try {
          const answer = await trackWork(
            handle(await inputOf(request, route), callers.get(request) as Caller),
          );
          return await send(answer, route, request, reply);
        } catch (error) {
          drain(request.raw);
          throw error;
        }
      },
    });
  }
}

/** Refuses to boot with a route that can change something, or is an endpoint, but does not say who may call it. */
export function denyByDefault(app: FastifyInstance) {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isReading = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
    const saysWho = (config as { access?: unknown } | undefined)?.access !== undefined;
    if (!saysWho && (!isReading || url.startsWith('/api'))) {
      throw new Error(`${method} ${url} does not say who may call it.`);
    }
  });
}

const bodyLimitOf = (route: Route) => ('bodyLimit' in route && route.bodyLimit) || bodyLimit;
const isLong = (route: Route) => bodyLimitOf(route) > bodyLimit;
const boundsOf = (route: Route) =>
  ('bounds' in route && route.bounds) || (isLong(route) ? jsonBounds : smallJsonBounds);

/** How the rows of a long body are read; others are read in one piece. */
const rowsOf = (route: Route) =>
  isLong(route) && 'body' in route && route.body instanceof z.ZodObject ? rowReader(route.body) : undefined;

function mustSayWhoMay(name: string, { access, method, limit }: Route & { limit?: Limit }) {
  if (access !== 'anyone' && access !== 'signed-in') {
    throw new Error(`The endpoint "${name}" does not say who may call it.`);
  }
  if (method !== 'GET' && !limit) throw new Error(`The endpoint "${name}" has no limit.`);
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Undefined for what is no endpoint, and before the first check. */
export const callerOf = (request: FastifyRequest) => callers.get(request);

function visitor(request: FastifyRequest, reply: FastifyReply): Caller {
  const record = recorder(request.log);
  const ip = callerAddress(request);
  const caller: Caller = {
    address: addressBlock(ip),
    ip,
    userAgent: request.headers['user-agent'] ?? '',
    // Created on demand: few handlers need it.
    get disconnected() {
      const leaving = new AbortController();
      reply.raw.once('close', () => leaving.abort());
      return leaving.signal;
    },
    record: (event, circumstances) => record(event, { actor: caller.userId, address: ip, ...circumstances }),
  };
  return caller;
}

function mustBeSignedIn({ access, signInCounts }: Route, { headers }: FastifyRequest): boolean {
  return access === 'signed-in' || (signInCounts === true && headers.authorization !== undefined);
}

async function signInOf(request: FastifyRequest, gate: RequestChecks): Promise<Member | undefined> {
  const token = /^bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : gate.authenticate(token);
}

function signedOut(): never {
  return refuse('signed-out', 'You are signed out. Sign in again.', { 'www-authenticate': 'Bearer' });
}

export function refuseAfter(seconds: number) {
  if (seconds === 0) return;
  refuse('too-many', 'Too many attempts. Please try again later.', { 'retry-after': String(seconds) });
}

async function send(answer: never, route: Route, request: FastifyRequest, reply: FastifyReply) {
  if (route.reply === 'bytes') return sendBytes(answer, request, reply);
  const { body, headers = {} } = route.replyHeaders
    ? (answer as { body: object; headers: Record<string, string> })
    : { body: answer };
  const pieces = await answerPieces(route.reply, body);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
    .send(length > pieceLength ? Readable.from(pieces) : pieces.join(''));
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
