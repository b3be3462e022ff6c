import type { Route } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import { browser, fileOfFolder, oneFile } from './domains/conversations/testing.ts';
import { serviceDatabases } from './testing/databases.ts';
import { password } from './testing/people.ts';
import { samples } from './testing/samples.ts';
import { endpoints, fieldsOf, type Scene, type SentRequest, send, startScene } from './testing/scene.ts';
import { multipart, multipartType } from './testing/upload.ts';

type Caller = keyof Scene['callers'];
/** The expected status; `nobody` is an empty list. */
type Rights = Record<Caller, number | 'nobody'>;

/** One thing of ada's that an endpoint accepts in this field. */
interface Row {
  endpoint: string;
  field: string;
  /** What it stands for, if one field can name several kinds of things. */
  as?: string;
  thing(scene: Scene): string | Promise<string>;
  /** A valid value that names nothing. */
  unknown: string;
  /** The rest of the request. */
  with?: (scene: Scene) => SentRequest;
  rights: Rights;
}

const person = { thing: ({ ada }: Scene) => ada.id, unknown: '00000000-0000-7000-8000-000000000000' };
const request = (which: 'sent' | 'received') => ({
  thing: (scene: Scene) => scene[which],
  unknown: '00000000-0000-7000-8000-000000000001',
});
const file = { thing: ({ fileId }: Scene) => fileId, unknown: '0'.repeat(32) };
const conversation = {
  thing: (scene: Scene) => scene.conversation,
  unknown: '00000000-0000-7000-8000-000000000003',
};
const pictureOf = (token: string) => ({
  method: 'PUT',
  headers: { 'content-type': multipartType, authorization: `Bearer ${token}` },
  body: new Uint8Array(multipart({ name: 'cat.png', type: 'image/png', bytes: samples.png })),
});
const carryingMessage = {
  async thing({ ada, question, conversation, url, ...scene }: Scene) {
    const message = { message_id: question, conversation_id: conversation, details: oneFile };
    await browser(scene, ada.token).push({ messages: [message] });
    await fetch(`${url}/api/v1/messages/${question}/files/0`, pictureOf(ada.token));
    return question;
  },
  unknown: '00000000-0000-7000-8000-000000000004',
};
const link = { thing: ({ code }: Scene) => code, unknown: 'A'.repeat(22) };
const last = (path: string) => path.split('/').at(-1) ?? '';

const viewers: Rights = {
  anonymous: 401,
  stranger: 200,
  blocked: 404,
  blocker: 404,
  friend: 200,
  owner: 200,
};
const finders: Rights = { ...viewers, blocked: 'nobody', blocker: 'nobody' };
/** No one can do this to themselves. */
const viewersButOwner: Rights = { ...viewers, owner: 400 };
const owner: Rights = { anonymous: 401, stranger: 404, blocked: 404, blocker: 404, friend: 404, owner: 200 };
const noOne: Rights = { ...owner, owner: 404 };
/** Anyone who knows it has the right. */
const anyone: Rights = {
  anonymous: 200,
  stranger: 200,
  blocked: 200,
  blocker: 200,
  friend: 200,
  owner: 200,
};
const whoeverIsSignedIn: Rights = { ...anyone, anonymous: 401 };

const requests = 'PUT /api/v1/user/friend-requests';
const answer = (action: string) => ({
  endpoint: requests,
  field: 'request_id',
  with: () => ({ body: { action } }),
});
const found = (field: string, thing: Row['thing'], unknown: string): Row => ({
  endpoint: 'GET /api/v1/user/search',
  field,
  thing,
  unknown,
  rights: finders,
});

/** No one can use another person’s picture as their own. */
const ownPicture = (purpose: 'profile' | 'cover'): Row => ({
  endpoint: 'PUT /api/v1/user/me',
  field: `${purpose}_picture_url`,
  thing: ({ picture }) => picture(purpose),
  unknown: 'http://polylogue.test/images/00000000000000000000000000000000/public',
  rights: { anonymous: 401, stranger: 400, blocked: 400, blocker: 400, friend: 400, owner: 200 },
});

const table: Row[] = [
  { endpoint: 'GET /api/v1/user', field: 'user_id', ...person, rights: viewers },
  found('user_id', person.thing, person.unknown),
  found('username', ({ ada }) => ada.username, 'nobody.is.called.so'),
  found('email', ({ ada }) => `${ada.username}@example.com`, 'nobody@example.com'),
  found('first_name', () => 'Augusta', 'Nobodyscalledso'),
  found('last_name', () => 'Lovelace', 'Nobodyscalledso'),
  found('full_name', () => 'Augusta Lovelace', 'Nobody Calledso'),

  { endpoint: 'GET /api/v1/user/friends', field: 'friend_id', ...person, rights: viewers },
  { endpoint: 'DELETE /api/v1/user/friends', field: 'friend_id', ...person, rights: viewers },
  {
    endpoint: 'POST /api/v1/user/friend-requests',
    field: 'friend_id',
    ...person,
    rights: viewersButOwner,
  },
  {
    endpoint: 'POST /api/v1/user/friend-requests',
    field: 'code',
    ...link,
    with: ({ ada }) => ({ query: { friend_id: ada.id } }),
    rights: viewersButOwner,
  },
  { ...answer('accept'), ...request('received'), as: 'accept what she was asked', rights: owner },
  { ...answer('decline'), ...request('received'), as: 'decline what she was asked', rights: owner },
  { ...answer('cancel'), ...request('received'), as: 'cancel what she was asked', rights: noOne },
  { ...answer('accept'), ...request('sent'), as: 'accept what she asked', rights: noOne },
  { ...answer('decline'), ...request('sent'), as: 'decline what she asked', rights: noOne },
  { ...answer('cancel'), ...request('sent'), as: 'cancel what she asked', rights: owner },
  { endpoint: 'GET /api/v1/user/friend-link', field: 'code', ...link, rights: viewers },

  // The same answer about anyone, so that no one learns who has blocked them.
  {
    endpoint: 'POST /api/v1/user/block',
    field: 'blocked_user_id',
    ...person,
    rights: { ...whoeverIsSignedIn, owner: 400 },
  },
  {
    endpoint: 'DELETE /api/v1/user/block',
    field: 'blocked_user_id',
    ...person,
    rights: whoeverIsSignedIn,
  },
  {
    endpoint: 'POST /api/v1/user/report',
    field: 'reported_user_id',
    ...person,
    with: () => ({ body: { reason: 'spam' } }),
    // Anyone who has blocked her has her in their list.
    rights: { ...viewersButOwner, blocker: 200 },
  },

  {
    endpoint: 'POST /api/auth/sign-ins/end',
    field: 'sign_in_id',
    thing: ({ signInId }) => signInId,
    unknown: '00000000-0000-7000-8000-000000000002',
    with: () => ({ body: { current_password: password } }),
    rights: owner,
  },

  // A conversation belongs to its owner alone: for everyone else it does not exist.
  {
    endpoint: 'GET /api/v1/conversations/:conversation_id',
    field: 'conversation_id',
    ...conversation,
    rights: owner,
  },
  {
    endpoint: 'GET /api/v1/conversations/:conversation_id/messages',
    field: 'conversation_id',
    ...conversation,
    rights: owner,
  },

  {
    endpoint: 'GET /api/v1/messages/:message_id/files/:place',
    field: 'message_id',
    ...carryingMessage,
    with: () => ({ params: { place: '0' } }),
    rights: owner,
  },
  {
    endpoint: 'PUT /api/v1/messages/:message_id/files/:place',
    field: 'message_id',
    ...carryingMessage,
    with: () => ({ params: { place: '0' }, file: true }),
    rights: owner,
  },

  ...(['GET', 'PUT'] as const).map((method) => ({
    endpoint: `${method} /api/v1/records/:record_id/file`,
    field: 'record_id',
    async thing({ ada, url, ...scene }: Scene) {
      const id = await fileOfFolder(scene, ada.token);
      await fetch(`${url}/api/v1/records/${id}/file`, pictureOf(ada.token));
      return id;
    },
    unknown: '00000000-0000-7000-8000-000000000006',
    with: () => ({ file: method === 'PUT' }),
    rights: owner,
  })),

  // An invitation of hers to someone else, which only they may answer.
  ...['accept', 'decline'].map((action) => ({
    endpoint: 'PUT /api/v1/spaces/invitations/:invitation_id',
    field: 'invitation_id',
    as: `${action} an invitation to someone else`,
    thing: ({ invitation }: Scene) => invitation,
    unknown: '00000000-0000-7000-8000-000000000005',
    with: () => ({ body: { action } }),
    rights: noOne,
  })),
  {
    endpoint: 'GET /api/v1/spaces/by-code/:code',
    field: 'code',
    thing: (scene) => scene.link.code,
    unknown: 'A'.repeat(22),
    rights: anyone,
  },

  {
    endpoint: 'POST /api/v1/spaces',
    field: 'picture_file_id',
    ...file,
    with: () => ({ body: { space_id: newId(), name: 'Garden' } }),
    rights: owner,
  },

  { endpoint: 'GET /files/:id', field: 'id', ...file, rights: anyone },
  { endpoint: 'GET /files/:id/thumbnail', field: 'id', ...file, rights: anyone },
  { endpoint: 'DELETE /api/v1/user/me/files', field: 'file_id', ...file, rights: owner },
  {
    endpoint: 'GET /exports/:token',
    field: 'token',
    thing: async (scene) => last(await scene.copy()),
    unknown: 'A'.repeat(43),
    rights: anyone,
  },

  {
    endpoint: 'POST /api/v1/images/:token',
    field: 'token',
    thing: async ({ uploadPlace }) => last(await uploadPlace('cover')),
    unknown: 'A'.repeat(43),
    with: () => ({ file: true }),
    rights: anyone,
  },
  {
    endpoint: 'GET /images/:id/:variant',
    field: 'id',
    thing: async ({ picture }) => (await picture('cover')).split('/').at(-2) ?? '',
    unknown: '0'.repeat(32),
    with: () => ({ params: { variant: 'public' } }),
    rights: anyone,
  },
  ownPicture('profile'),
  ownPicture('cover'),
];

/** Fields that name nothing of a person’s. */
const harmless = new Set(
  `action after before bio birth_date current_password details location new_password password phone_number privacy_settings
   limit place q read reason tagline tail variant wait waiver`.split(/\s+/),
);

/** What people say of a space they make; an id that exists is refused (spaces/routes.test.ts). */
const ofNewSpaces = new Set(
  ['space_id', 'name', 'about', 'visibility', 'joins_as', 'members_invite'].map(
    (field) => `POST /api/v1/spaces ${field}`,
  ),
);

/** What is done in a space has its own table, by role there: spaces/rights.test.ts. */
const isInSpace = (endpoint: string) => endpoint.includes('/spaces/:space_id');
const ofReports = new Set(['space_id', 'message_id'].map((field) => `POST /api/v1/user/report ${field}`));

/** Fields in which people give their own details to these endpoints. */
const ofOneself = new Set([
  'PUT /api/v1/spaces/invitations/:invitation_id shows_name',
  ...[
    'POST /api/auth/signin',
    'POST /api/auth/signup',
    'POST /api/auth/forgot-password',
    'POST /api/auth/change-email',
    'PUT /api/v1/user/me',
  ].flatMap((endpoint) =>
    ['email', 'username', 'first_name', 'last_name'].map((field) => `${endpoint} ${field}`),
  ),
]);

/** Secrets from one mail or one browser: having one is the right, once; the auth tests cover what they open. */
const secrets = new Set([
  'POST /api/auth/signup invite',
  'POST /api/auth/refresh x-refresh-token',
  'POST /api/auth/signout x-refresh-token',
  'POST /api/auth/reset-password token',
  'GET /api/auth/verify code',
  'POST /api/auth/change-email/confirm code',
  'POST /api/auth/change-email/undo code',
]);

/** Rows that belong to the sender whatever their ids: conversations/routes.test.ts and records.test.ts try other people's ids. */
const ownRows = new Set(
  ['conversations', 'messages', 'records', 'usage'].map((field) => `POST /api/v1/changes ${field}`),
);

/** What narrows down one's own: search.test.ts and search.model.test.ts try other people's words, names and ids. */
const narrowing = new Set([
  ...['text', 'filters', 'cursor', 'conversation_id'].map((field) => `POST /api/v1/search/messages ${field}`),
  ...['text', 'filters', 'cursor', 'space_id'].map((field) => `POST /api/v1/search/posts ${field}`),
  'GET /api/v1/usage from',
  'GET /api/v1/usage to',
  'GET /api/v1/usage without',
]);

test('every field of every endpoint that can name another person’s data is in the table [CHECK-44]', () => {
  const inTable = new Set(table.map(({ endpoint, field }) => `${endpoint} ${field}`));
  const others = [...endpoints].filter(([endpoint]) => !isInSpace(endpoint));
  const missing = others.flatMap(([endpoint, route]) =>
    (['params', 'query', 'headers', 'body'] as const)
      .flatMap((part) => fieldsOf(route, part))
      .filter((field) => !harmless.has(field))
      .map((field) => `${endpoint} ${field}`)
      .filter(
        (one) =>
          !ofReports.has(one) &&
          !ofNewSpaces.has(one) &&
          !inTable.has(one) &&
          !ofOneself.has(one) &&
          !ownRows.has(one) &&
          !narrowing.has(one) &&
          !secrets.has(one),
      ),
  );
  expect(missing).toEqual([]);
  for (const { endpoint } of table) expect(endpoints.has(endpoint), endpoint).toBe(true);
});

describe.each(serviceDatabases)('on %s', (dialect) => {
  test.each(table.map((row) => [row.endpoint, row.as ?? row.field, row] as const))(
    'who may %s (%s), and no one else learns that it exists [CHECK-44 CHECK-45]',
    async (endpoint, _, row) => {
      const scene = await startScene(dialect);
      const route = endpoints.get(endpoint) as Route;
      const ask = async (thing: string, caller: Caller) =>
        send(scene.url, route, requestFor(route, row, thing, scene), scene.callers[caller]?.token);

      for (const caller of Object.keys(row.rights) as Caller[]) {
        const expected = row.rights[caller];
        const thing = await row.thing(scene);
        const before = await scene.dump();
        const { status, text } = await ask(thing, caller);
        const outcome = expected === 'nobody' ? text === '[]' && 'nobody' : status;
        expect({ caller, outcome }).toEqual({ caller, outcome: expected });
        if (expected === 200) continue;
        expect(await scene.dump()).toEqual(before);
        // Owners know that they exist.
        if (expected === 400 && caller === 'owner') continue;
        const unknown = await ask(row.unknown, caller);
        expect({ caller, ...withoutId(unknown) }).toEqual({ caller, ...withoutId({ status, text }) });
      }
    },
  );
});

/** The request that names the thing. */
function requestFor(route: Route, row: Row, thing: string, scene: Scene): SentRequest {
  const rest = row.with?.(scene) ?? {};
  const named = { [row.field]: thing };
  if (fieldsOf(route, 'params').includes(row.field)) {
    return { ...rest, params: { ...rest.params, ...named } };
  }
  if (fieldsOf(route, 'query').includes(row.field)) return { ...rest, query: { ...rest.query, ...named } };
  return { ...rest, body: { ...(rest.body as object), ...named } };
}

const withoutId = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replace(/"request_id":"[^"]*"/, ''),
});
