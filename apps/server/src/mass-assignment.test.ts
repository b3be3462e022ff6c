import type { Route } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { expect, test } from 'vitest';
import { browser, created, fileOfFolder, oneFile, piece, usage } from './domains/conversations/testing.ts';
import { inSpaces } from './domains/spaces/testing.ts';
import { password } from './testing/people.ts';
import {
  endpoints,
  fieldsOf,
  type Scene,
  type SentRequest,
  send,
  startScene,
  statusOf,
} from './testing/scene.ts';

interface Recipe {
  /** A normal request to the endpoint. */
  ask(scene: Scene): SentRequest | Promise<SentRequest>;
  /** The caller; ada by default. */
  as?: (scene: Scene) => string | undefined;
}

const visitor = () => undefined;
const friend = ({ ben }: Scene) => ben.token;
const other = ({ joe }: Scene) => joe.token;
const current_password = password;
const last = (path: string) => path.split('/').at(-1) ?? '';

/** The code in the newest mail to ada with a link to this page. */
async function mailed({ mails }: Scene, page: string): Promise<string> {
  const link = new RegExp(`${page}\\?code=([\\w-]+)`);
  const found = () => mails.map(({ read }) => link.exec(read.text ?? '')?.[1]).findLast(Boolean);
  await expect.poll(found, { timeout: 30_000 }).toBeDefined();
  return found() ?? '';
}

const changed = { email: 'ada.new@example.com', current_password };

/** Every endpoint that changes something. */
const recipes: Record<string, Recipe> = {
  'POST /api/auth/signin': { as: visitor, ask: () => ({ body: { username: 'ada', password } }) },
  'POST /api/auth/signup': {
    as: visitor,
    ask: () => ({ body: { email: 'zoe@example.com', username: 'zoe', password } }),
  },
  'POST /api/auth/refresh': {
    as: visitor,
    ask: async ({ signIn }) => ({ headers: { 'x-refresh-token': (await signIn()).body.refresh_token } }),
  },
  'POST /api/auth/signout': { ask: () => ({}) },
  'POST /api/auth/forgot-password': { as: visitor, ask: () => ({ body: { email: 'ada@example.com' } }) },
  'POST /api/auth/reset-password': {
    as: visitor,
    async ask(scene) {
      await scene.call('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
      return { body: { token: await mailed(scene, '/reset-password'), password: 'Secret-2' } };
    },
  },
  'POST /api/auth/verify': {
    ask({ pass }) {
      // The verification mail for the sign-up was sent a moment ago.
      pass(61_000);
      return {};
    },
  },
  'POST /api/auth/sign-ins/end': { ask: () => ({ body: { current_password } }) },
  'POST /api/auth/change-email': { ask: () => ({ body: changed }) },
  'POST /api/auth/change-email/confirm': {
    as: visitor,
    async ask(scene) {
      await scene.call('POST', '/api/auth/change-email', { token: scene.ada.token, body: changed });
      return { body: { code: await mailed(scene, '/change-email') } };
    },
  },
  'POST /api/auth/change-email/undo': {
    as: visitor,
    async ask(scene) {
      await scene.call('POST', '/api/auth/change-email', { token: scene.ada.token, body: changed });
      await scene.call('POST', '/api/auth/change-email/confirm', {
        body: { code: await mailed(scene, '/change-email') },
      });
      return { body: { code: await mailed(scene, '/undo-email') } };
    },
  },
  'POST /api/upload': { ask: () => ({ file: true }) },
  'DELETE /api/v1/user/me/files': { ask: ({ fileId }) => ({ query: { file_id: fileId } }) },
  'POST /api/v1/live/tickets': { ask: () => ({}) },
  'POST /api/v1/search/messages': { ask: () => ({ body: { text: 'engines' } }) },
  'POST /api/v1/search/posts': { ask: () => ({ body: { text: 'engines' } }) },
  'POST /api/v1/changes': {
    ask: ({ conversation, question, now }) => ({
      body: {
        conversations: [
          { conversation_id: conversation, created_at: now(), fields: { title: ['Engines', now()] } },
        ],
        messages: [
          created(newId(), conversation, 'user', 'And now?', now(), question),
          {
            message_id: question,
            conversation_id: conversation,
            append: piece(newId(), 6, '!', { base: 6 }),
            details: { usage: { input: 1 } },
            fields: { deleted: [true, now()] },
          },
        ],
        usage: [usage(newId(), now())],
      },
    }),
  },
  'PUT /api/v1/messages/:message_id/files/:place': {
    async ask({ ada, question, conversation, ...scene }) {
      const message = { message_id: question, conversation_id: conversation, details: oneFile };
      await browser(scene, ada.token).push({ messages: [message] });
      return { params: { message_id: question, place: '0' }, file: true };
    },
  },
  'POST /api/v1/spaces': { ask: () => ({ body: { space_id: newId(), name: 'Orchard', about: 'Apples' } }) },
  'PUT /api/v1/spaces/:space_id': {
    ask: ({ space }) => ({
      params: { space_id: space },
      body: { name: 'Orchard', slow_seconds: 30, ai_name: 'Fern' },
    }),
  },
  'POST /api/v1/spaces/:space_id/archive': {
    ask: ({ space }) => ({ params: { space_id: space }, body: { is_archived: true } }),
  },
  'DELETE /api/v1/spaces/:space_id': { ask: ({ space }) => ({ params: { space_id: space } }) },
  'PUT /api/v1/spaces/:space_id/pins/:message_id': {
    ask: ({ space, post }) => ({ params: { space_id: space, message_id: post } }),
  },
  'DELETE /api/v1/spaces/:space_id/pins/:message_id': {
    async ask({ space, post, ada, ...scene }) {
      await inSpaces(scene, ada).pin(space, post);
      return { params: { space_id: space, message_id: post } };
    },
  },
  'POST /api/v1/spaces/:space_id/topics': {
    ask: ({ space }) => ({ params: { space_id: space }, body: { message_id: newId() } }),
  },
  'DELETE /api/v1/spaces/:space_id/topics/:message_id': {
    async ask({ space, ada, ...scene }) {
      const message_id = newId();
      await inSpaces(scene, ada).topic(space, message_id);
      return { params: { space_id: space, message_id } };
    },
  },
  'PUT /api/v1/records/:record_id/file': {
    async ask({ ada, ...scene }) {
      return { params: { record_id: await fileOfFolder(scene, ada.token) }, file: true };
    },
  },
  'POST /api/v1/spaces/:space_id/owner': {
    ask: ({ space, ben }) => ({ params: { space_id: space }, body: { user_id: ben.id } }),
  },
  'POST /api/v1/spaces/:space_id/join': {
    as: other,
    ask: ({ space, link }) => ({ params: { space_id: space }, body: { code: link.code } }),
  },
  'POST /api/v1/spaces/:space_id/leave': {
    as: friend,
    ask: ({ space }) => ({ params: { space_id: space } }),
  },
  'PUT /api/v1/spaces/:space_id/members/:user_id': {
    ask: ({ space, ben }) => ({ params: { space_id: space, user_id: ben.id }, body: { role: 'host' } }),
  },
  'DELETE /api/v1/spaces/:space_id/members/:user_id': {
    ask: ({ space, ben }) => ({ params: { space_id: space, user_id: ben.id } }),
  },
  'PUT /api/v1/spaces/:space_id/me': {
    as: friend,
    ask: ({ space }) => ({ params: { space_id: space }, body: { read_number: 1, notify: 'none' } }),
  },
  'POST /api/v1/spaces/:space_id/messages': {
    ask: ({ space, post, ben }) => ({
      params: { space_id: space },
      body: { message_id: newId(), body: 'Hi', reply_to: post, mentions: [ben.id] },
    }),
  },
  'PUT /api/v1/spaces/:space_id/messages/:message_id': {
    ask: ({ space, post }) => ({ params: { space_id: space, message_id: post }, body: { body: 'Hi' } }),
  },
  'DELETE /api/v1/spaces/:space_id/messages/:message_id': {
    ask: ({ space, post }) => ({ params: { space_id: space, message_id: post } }),
  },
  'DELETE /api/v1/spaces/:space_id/own-posts': {
    ask: ({ space }) => ({ params: { space_id: space } }),
  },
  'PUT /api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji': {
    ask: ({ space, post }) => ({ params: { space_id: space, message_id: post, emoji: '👍' } }),
  },
  'DELETE /api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji': {
    ask: ({ space, post }) => ({ params: { space_id: space, message_id: post, emoji: '👍' } }),
  },
  'POST /api/v1/spaces/:space_id/turns/:turn_id/stop': {
    ask: ({ space, turn }) => ({ params: { space_id: space, turn_id: turn } }),
  },
  'POST /api/v1/spaces/:space_id/turns/:turn_id/withdraw': {
    ask: ({ space, turn }) => ({ params: { space_id: space, turn_id: turn } }),
  },
  'POST /api/v1/spaces/:space_id/turns/:turn_id/retry': {
    ask: ({ space, turn, ben }) => ({
      params: { space_id: space, turn_id: turn },
      body: { holder_id: ben.id },
    }),
  },
  'POST /api/v1/spaces/:space_id/turns/:turn_id/again': {
    async ask({ space, turn, ada, ...scene }) {
      await inSpaces(scene, ada).withdraw(space, turn);
      return { params: { space_id: space, turn_id: turn }, body: { turn_id: newId() } };
    },
  },
  'POST /api/v1/spaces/:space_id/invitations': {
    ask: ({ space }) => ({
      params: { space_id: space },
      body: { invitation_id: newId(), code: 'A'.repeat(22), hours: 2 },
    }),
  },
  'DELETE /api/v1/spaces/:space_id/invitations/:invitation_id': {
    ask: ({ space, link }) => ({ params: { space_id: space, invitation_id: link.id } }),
  },
  'PUT /api/v1/spaces/invitations/:invitation_id': {
    as: ({ kim }) => kim.token,
    ask: ({ invitation }) => ({ params: { invitation_id: invitation }, body: { action: 'accept' } }),
  },
  'POST /api/v1/spaces/:space_id/sessions': {
    ask: ({ space, now }) => ({
      params: { space_id: space },
      body: { session_id: newId(), starts_at: now() + 60_000, minutes: 30, title: 'Harvest' },
    }),
  },
  'PUT /api/v1/spaces/:space_id/sessions/:session_id': {
    ask: ({ space, session, now }) => ({
      params: { space_id: space, session_id: session },
      body: { starts_at: now() + 60_000, minutes: 30 },
    }),
  },
  'DELETE /api/v1/spaces/:space_id/sessions/:session_id': {
    ask: ({ space, session }) => ({ params: { space_id: space, session_id: session } }),
  },
  'PUT /api/v1/notifications': {
    as: friend,
    ask: ({ now }) => ({ body: { read: [now(), now()] } }),
  },
  'POST /api/v1/user/friend-requests': { as: other, ask: ({ ada }) => ({ query: { friend_id: ada.id } }) },
  'PUT /api/v1/user/friend-requests': {
    ask: ({ received }) => ({ body: { request_id: received, action: 'accept' } }),
  },
  'DELETE /api/v1/user/friends': { as: friend, ask: ({ ada }) => ({ query: { friend_id: ada.id } }) },
  'POST /api/v1/user/me/friend-link': { ask: () => ({}) },
  'POST /api/v1/user/block': { as: other, ask: ({ ada }) => ({ body: { blocked_user_id: ada.id } }) },
  'DELETE /api/v1/user/block': { ask: ({ eve }) => ({ query: { blocked_user_id: eve.id } }) },
  'POST /api/v1/user/report': {
    as: other,
    ask: ({ ada }) => ({ body: { reported_user_id: ada.id, reason: 'spam', details: 'Pills' } }),
  },
  'POST /api/v1/user/me/image': { ask: () => ({}) },
  'POST /api/v1/user/me/profile_picture': { ask: () => ({}) },
  'POST /api/v1/images/:token': {
    as: visitor,
    ask: async ({ uploadPlace }) => ({ params: { token: last(await uploadPlace('cover')) }, file: true }),
  },
  'POST /api/v1/user/me/export': { ask: () => ({ body: { current_password } }) },
  'DELETE /api/v1/user/me/export': { ask: () => ({}) },
  'POST /api/v1/user/me/deletion': { ask: () => ({ body: { current_password } }) },
  'PUT /api/v1/user/me': {
    ask: () => ({ body: { tagline: 'Engines', privacy_settings: { allow_invites: false } } }),
  },
  'PUT /api/v1/user/me/password': { ask: () => ({ body: { current_password, new_password: 'Secret-2' } }) },
  'POST /api/v1/user/me/waiver': {
    async ask({ call, ada }) {
      const { version } = (await call('GET', '/api/v1/user/me/waiver', { token: ada.token })).body;
      return { body: { waiver: version } };
    },
  },
};

const writing = [...endpoints].filter(([, { method }]) => method !== 'GET');
/** Names that other programs use for fields people must not set, in addition to our column names. */
const tempting = [
  'id',
  'role',
  'roles',
  'is_admin',
  'isAdmin',
  'admin',
  'permissions',
  'emailVerified',
  'quota',
];
const canary = 'zwitscherkanarie';
/** One value of each kind; the string can be searched for later. */
const values = [canary, true, 7_777_777_777];
/** Those that a name is tried with: one kind after the other, and in the long run each of them. */
const isLong = Boolean(process.env.LONG_RUN);
const valuesFor = (at: number) => (isLong ? values : [values[at % values.length]]);

test('every endpoint that changes something is covered', () => {
  expect(Object.keys(recipes).sort()).toEqual(writing.map(([endpoint]) => endpoint).sort());
});

// On one database only: fields are filtered before any database is used.
test.each(writing)(
  '%s changes only what it is meant to, whatever columns are named [CHECK-11]',
  async (endpoint, route) => {
    const recipe = recipes[endpoint] as Recipe;
    const scene = await startScene('sqlite');
    const names = [...new Set([...(await columnsOf(scene)), ...tempting])];
    const injected = await effect(scene, route, recipe, async (request, token) => {
      // A delivered mail's job may still be waiting to be marked as done.
      await scene.settled();
      const before = await scene.dump();
      let sent = 0;
      for (const one of bodiesWith(route, request, names)) {
        // The long run sends each of them.
        if (!isLong && sent > 0) {
          expect({ isTaken: takes(route, one), one }).toEqual({ isTaken: false, one });
          continue;
        }
        const status = await statusOf(scene, route, { ...request, body: one }, token);
        expect({ status, one }).toEqual({ status: 400, one });
        sent += 1;
      }
      if (route.limit && 'body' in route && route.body) expect(await scene.dump()).toEqual(before);
      return { ...request, ...spread(route, request, names) };
    });
    expect({ endpoint, status: injected.status }).toEqual({ endpoint, status: 200 });
    if (!isLong) return;
    const plain = await effect(await startScene('sqlite'), route, recipe, async (request) => request);
    expect(injected).toEqual(plain);
  },
);

const takes = (route: Route, body: unknown): boolean =>
  'body' in route && route.body?.safeParse(body).success === true;

/** What a request does: its status, and which columns changed or which tables gained or lost rows. */
async function effect(
  scene: Scene,
  route: Route,
  { ask, as = ({ ada }) => ada.token }: Recipe,
  inject: (request: SentRequest, token: string | undefined) => Promise<SentRequest>,
) {
  const token = as(scene);
  const request = await inject(await ask(scene), token);
  await scene.settled();
  const before = await scene.dump();
  const { status } = await send(scene.url, route, request, token);
  await scene.settled();
  const after = await scene.dump();
  expect(JSON.stringify(after)).not.toMatch(new RegExp(values.filter((one) => one !== true).join('|')));
  return { status, changes: changesBetween(before, after) };
}

type Tables = Awaited<ReturnType<Scene['dump']>>;

function changesBetween(before: Tables, after: Tables): string[] {
  const changes = Object.entries(after).flatMap(([table, rows]) => {
    const old = before[table] ?? [];
    if (rows.length !== old.length) return [`${table}: ${rows.length - old.length} rows`];
    return rows.flatMap((row, at) =>
      Object.keys(row)
        .filter((column) => JSON.stringify(row[column]) !== JSON.stringify(old[at]?.[column]))
        .map((column) => `${table}.${column}`),
    );
  });
  return [...new Set(changes)].sort();
}

const columnsOf = async ({ db }: Scene) =>
  (await db.introspection.getTables()).flatMap(({ columns }) => columns.map(({ name }) => name));

/** The body with each unknown name added, at the top level and in nested values. */
function* bodiesWith(route: Route, { body }: SentRequest, names: string[]): Iterable<unknown> {
  if (body === undefined) return;
  const known = new Set(fieldsOf(route, 'body'));
  for (const [at, name] of names.filter((one) => !known.has(one)).entries()) {
    for (const value of valuesFor(at)) yield { ...(body as object), [name]: value };
  }
  for (const [field, held] of Object.entries(body as object)) {
    if (Array.isArray(held)) {
      for (const [at, row] of held.entries()) {
        for (const more of rowsWith(row, names)) yield { ...(body as object), [field]: held.with(at, more) };
      }
      continue;
    }
    if (typeof held !== 'object' || held === null) continue;
    for (const name of names) yield { ...(body as object), [field]: { ...held, [name]: true } };
  }
}

/** A row of a list with each unknown name added, at the top level and in nested values. */
function* rowsWith(row: Record<string, unknown>, names: string[]): Iterable<unknown> {
  // A list of ids or numbers.
  if (typeof row !== 'object') return;
  for (const name of names.filter((one) => !(one in row))) yield { ...row, [name]: true };
  for (const [field, held] of Object.entries(row)) {
    if (typeof held !== 'object' || held === null) continue;
    for (const name of names.filter((one) => !(one in held))) {
      yield { ...row, [field]: { ...held, [name]: true } };
    }
  }
}

/** All names together in places that are ignored: the query, and a body where none is expected. */
function spread(route: Route, { query, body, file }: SentRequest, names: string[]): SentRequest {
  const known = new Set(fieldsOf(route, 'query'));
  const more = Object.fromEntries(names.filter((name) => !known.has(name)).map((name) => [name, canary]));
  const isFree = body === undefined && !file && route.method !== 'DELETE';
  return { query: { ...more, ...query }, ...(isFree && { body: more }) };
}
