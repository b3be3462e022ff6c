import { api, type Route, type StoredFile } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { newCode } from '@polylogue/sync/spaces';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { browser } from '../domains/conversations/testing.ts';
import { inSpaces } from '../domains/spaces/testing.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Dialect } from '../platform/database/dialect.ts';
import { historyName } from '../platform/database/history.ts';
import { storedSecret } from '../platform/tokens/secret.ts';
import { type Circle, circleOf, type Member, settled, startWithCircle } from './circle.ts';
import { freshPlace, takeSnapshot } from './databases.ts';
import { unlimited } from './no-limits.ts';
import { password, startWithPeople } from './people.ts';
import { samples } from './samples.ts';
import { eventually } from './server.ts';
import { multipart, multipartType, upload } from './upload.ts';

type Purpose = 'profile' | 'cover';

const sentFile = { name: 'diary.png', type: 'image/png', bytes: samples.png };
const names = ['ada', 'ben', 'eve', 'amy', 'joe', 'dan', 'kim'] as const;
type Caller = 'anonymous' | 'stranger' | 'blocked' | 'blocker' | 'friend' | 'owner';
type Tables = Record<string, Record<string, unknown>[]>;

/** Ids of things that belong to ada. */
interface Ids {
  /** The friend request that she sent, and the one she received. */
  sent: string;
  received: string;
  /** The code of her friend link. */
  code: string;
  fileId: string;
  signInId: string;
  /** A conversation of ada's, and the question in it. */
  conversation: string;
  question: string;
  /** A space of ada's with ben in it, her post, her question to the AI and her session there, her link to it, and her invitation. */
  space: string;
  post: string;
  turn: string;
  session: string;
  link: { id: string; code: string };
  invitation: string;
}

interface Things {
  /** The callers, by how they relate to ada. */
  callers: Record<Caller, Member | undefined>;
  /** Every row of every table. */
  dump(): Promise<Tables>;
  /** Waits until no more work is due. */
  settled(): Promise<void>;
  /** The path of a new upload slot for a picture of ada's. */
  uploadPlace(purpose: Purpose): Promise<string>;
  /** The url of a picture that ada has uploaded, in the form her profile takes. */
  picture(purpose: Purpose): Promise<string>;
  /** The path of ada's copy of everything. */
  copy(): Promise<string>;
}
export type Scene = Circle<(typeof names)[number]> & Ids & Things;

/** Everything of ada's that others could name, and people in every relation to her. */
export async function startScene(dialect: Dialect): Promise<Scene> {
  const scene = scenes.get(dialect) ?? makeScene(dialect);
  scenes.set(dialect, scene);
  const { snapshot, at, accounts, ids } = await scene;
  const place = await freshPlace(dialect, { like: snapshot });
  const server = await startWithPeople(dialect, { place, at, rateLimits: unlimited });
  const circle = await circleOf(server, accounts);
  return { ...circle, ...ids, ...thingsIn(circle) };
}

/** Built once, and copied for each test. */
const scenes = new Map<Dialect, ReturnType<typeof makeScene>>();

async function makeScene(dialect: Dialect) {
  const circle = await startWithCircle(dialect, names);
  const { ada, ben, eve, amy, joe, dan, kim, befriend, url, call } = circle;
  await befriend(ada, ben);
  await ada.block(eve);
  await amy.block(ada);
  const sent = await ada.ask(kim, (await kim.link()).code);
  const { code } = await ada.link();
  const received = await dan.ask(ada, code);
  const open = { public_profile: true, allow_search: true, allow_invites: true };
  const name = { first_name: 'Augusta', last_name: 'Lovelace', location: 'London' };
  expect((await ada.call('PUT', '/me', { ...name, privacy_settings: open })).status).toBe(200);
  const bearer = { authorization: `Bearer ${ada.token}` };
  const file = (await upload(url, sentFile, bearer)).body as StoredFile;
  const signIns = (await call('GET', '/api/auth/sign-ins', { token: ada.token })).body.sign_ins;
  const { conversation, question } = await browser(circle, ada.token).ask('Secret');
  const things = await makeSpace(circle);
  // Jobs queued by signing up would change the tables later.
  await thingsIn(circle).settled();
  // So would the index of messages, when it begins.
  await storedSecret(circle.db, historyName, circle.now());

  await circle.end();
  return {
    snapshot: await takeSnapshot(circle.place),
    at: circle.now(),
    accounts: { ada, ben, eve, amy, joe, dan, kim },
    ids: {
      sent: sent.body.request_id ?? '',
      received: received.body.request_id ?? '',
      code,
      fileId: file.url.slice(-32),
      signInId: signIns[0]?.sign_in_id ?? '',
      conversation,
      question,
      ...things,
    },
  };
}

async function makeSpace(circle: Circle<(typeof names)[number]>) {
  const [ada, ben] = [inSpaces(circle, circle.ada), inSpaces(circle, circle.ben)];
  const space = await ada.make({ visibility: 'link' });
  const link = { id: newId(), code: newCode() };
  await ada.link(space, { invitation_id: link.id, code: link.code });
  expect((await ben.join(space, link.code)).status).toBe(200);
  const { message_id: post } = (await ada.post(space, 'Hello')).body.message;
  const turn = newId();
  expect((await ada.post(space, 'What is a torch?', { turn_id: turn })).status).toBe(200);
  const session = newId();
  const starts_at = circle.now() + 7 * 24 * 60 * 60 * 1000;
  await ada.schedule(space, { starts_at, minutes: 60 }, session);
  const invitation = newId();
  await circle.kim.become({ privacy_allow_invites: true });
  expect((await ada.invite(space, circle.kim, invitation)).status).toBe(200);
  return { space, post, turn, session, link, invitation };
}

function thingsIn(circle: Circle<(typeof names)[number]>): Things {
  const { ada, ben, eve, amy, joe, db, url } = circle;

  async function uploadPlace(purpose: Purpose): Promise<string> {
    const { body } = await ada.call('POST', purpose === 'cover' ? '/me/image' : '/me/profile_picture');
    return new URL((body as unknown as { upload_url: string }).upload_url).pathname;
  }

  return {
    callers: {
      anonymous: undefined,
      stranger: joe,
      blocked: eve,
      blocker: amy,
      friend: ben,
      owner: ada,
    },
    dump: () => dump(db),
    settled: () => settled(db, circle.now()),
    uploadPlace,
    async picture(purpose: Purpose): Promise<string> {
      const form = { headers: { 'content-type': multipartType }, body: new Uint8Array(multipart(sentFile)) };
      const response = await fetch(url + (await uploadPlace(purpose)), { method: 'POST', ...form });
      const { result } = (await response.json()) as { result: { variants: string[] } };
      return result.variants.find((one) => one.endsWith('public')) ?? '';
    },
    async copy(): Promise<string> {
      await ada.call('POST', '/me/export', { current_password: password });
      const state = async () =>
        (await ada.call('GET', '/me/export')).body as unknown as { url: string | null };
      await eventually(async () => expect((await state()).url).not.toBeNull());
      return new URL((await state()).url ?? '').pathname;
    },
  };
}

async function dump(db: Queries): Promise<Tables> {
  const any = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  // Refused calls count towards limits, too, and the search index reads what there is in its own time.
  const changing = ['shared_counts', 'failed_attempts', 'unindexed', 'search_progress', 'search_texts'];
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !changing.includes(name))
    .sort();
  // By the first two columns: together they are unique in every table.
  const rowsOf = (table: string) =>
    any.selectFrom(table).selectAll().orderBy(sql`1`).orderBy(sql`2`).execute();
  return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await rowsOf(name)])));
}

/** Every endpoint, as `METHOD /path`. */
export const endpoints = new Map<string, Route>(
  Object.values(api).flatMap((table) =>
    Object.values<Route>(table).map((route) => [`${route.method} ${route.path}`, route] as const),
  ),
);

type Part = 'params' | 'query' | 'headers' | 'body';

/** The names of the fields an endpoint takes in this part of a request. */
export function fieldsOf(route: Route, part: Part): string[] {
  const shape = (route as Partial<Record<Part, z.ZodType>>)[part];
  if (!shape) return [];
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  const all = schema.anyOf ?? [schema];
  return [
    ...new Set(all.flatMap((one) => Object.keys((one as z.core.JSONSchema.JSONSchema).properties ?? {}))),
  ];
}

/** The contents of a request. */
export interface SentRequest {
  params?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
  /** Sent as a form, instead of a body. */
  file?: boolean | undefined;
}

/** Sends the request with this access token. */
export async function send(url: string, route: Route, contents: SentRequest, token: string | undefined) {
  const { path, ...request } = requestOf(route, contents, token);
  const response = await fetch(url + path, request);
  return { status: response.status, text: await response.text() };
}

/** The same without a socket, for thousands of requests; returns the status. */
export async function statusOf(
  { app }: Scene,
  route: Route,
  contents: SentRequest,
  token: string | undefined,
) {
  const { path, body, ...request } = requestOf(route, contents, token);
  return (await app.inject({ url: path, ...request, ...(body && { payload: Buffer.from(body) }) }))
    .statusCode;
}

function requestOf(
  { method, path }: Route,
  { params = {}, query = {}, headers, body, file }: SentRequest,
  token: string | undefined,
) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const picture = { name: 'cat.png', type: 'image/png', bytes: samples.png };
  return {
    path: `${filled}?${new URLSearchParams(query)}`,
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': multipartType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    ...(file && { body: new Uint8Array(multipart(picture)) }),
  };
}
