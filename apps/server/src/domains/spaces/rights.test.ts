import type { Route } from '@polylogue/contract';
import { newId } from '@polylogue/sync';
import { type SpaceRole, spaceRights } from '@polylogue/sync/spaces';
import { describe, expect, test } from 'vitest';
import { serviceDatabases } from '../../testing/databases.ts';
import { endpoints, type SentRequest, send, startScene } from '../../testing/scene.ts';
import { inSpaces } from './testing.ts';

type Who = SpaceRole | 'stranger' | 'removed' | 'anonymous';
type Things = {
  space_id: string;
  message_id: string;
  session_id: string;
  turn_id: string;
  invitation_id: string;
  user_id: string;
  other: string;
  now: number;
};

const everyone = { owner: 200, host: 200, member: 200, listener: 200 } as const;
const speakers = { owner: 200, host: 200, member: 200, listener: 403 } as const;
const hosts = { owner: 200, host: 200, member: 403, listener: 403 } as const;
const owner = { owner: 200, host: 403, member: 403, listener: 403 } as const;
const noOne = { owner: 403, host: 403, member: 403, listener: 403 } as const;
const when = (now: number) => ({ starts_at: now + 60_000, minutes: 30 });

/** Every endpoint of a space: the expected status by role, and the rest of the request. */
const table: Record<string, [rights: Partial<Record<Who, number>>, body?: (things: Things) => SentRequest]> =
  {
    'GET /api/v1/spaces/:space_id': [everyone],
    'GET /api/v1/spaces/:space_id/changes': [everyone, () => ({ query: { after: '0' } })],
    'GET /api/v1/spaces/:space_id/members': [everyone],
    'GET /api/v1/spaces/:space_id/messages': [everyone],
    'GET /api/v1/spaces/:space_id/messages/:message_id': [everyone],
    'GET /api/v1/spaces/:space_id/invitations': [everyone],
    'PUT /api/v1/spaces/:space_id/me': [everyone, () => ({ body: { read_number: 1 } })],
    'PUT /api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji': [everyone],
    'DELETE /api/v1/spaces/:space_id/messages/:message_id/reactions/:emoji': [everyone],
    'POST /api/v1/spaces/:space_id/messages': [
      speakers,
      () => ({ body: { message_id: newId(), body: 'Hi' } }),
    ],
    // A post by the owner: not even a host may edit it for them.
    'PUT /api/v1/spaces/:space_id/messages/:message_id': [owner, () => ({ body: { body: 'Hello!' } })],
    'DELETE /api/v1/spaces/:space_id/messages/:message_id': [owner],
    'GET /api/v1/spaces/:space_id/pins': [everyone],
    'PUT /api/v1/spaces/:space_id/pins/:message_id': [hosts],
    'DELETE /api/v1/spaces/:space_id/pins/:message_id': [hosts],
    'POST /api/v1/spaces/:space_id/topics': [speakers, () => ({ body: { message_id: newId() } })],
    // This message is a post.
    'DELETE /api/v1/spaces/:space_id/topics/:message_id': [
      { owner: 404, host: 404, member: 404, listener: 404 },
    ],
    // What a person wrote stays theirs to delete; the person who was removed has posted nothing.
    'DELETE /api/v1/spaces/:space_id/own-posts': [{ ...everyone, removed: 200 }],
    'POST /api/v1/spaces/:space_id/invitations': [
      speakers,
      ({ other }) => ({ body: { invitation_id: newId(), to_user: other } }),
    ],
    // An invitation by the owner.
    'DELETE /api/v1/spaces/:space_id/invitations/:invitation_id': [
      { owner: 200, host: 200, member: 404, listener: 404 },
    ],
    // A question by the owner, which has no answer yet.
    'POST /api/v1/spaces/:space_id/turns/:turn_id/stop': [hosts],
    'POST /api/v1/spaces/:space_id/turns/:turn_id/withdraw': [owner],
    'POST /api/v1/spaces/:space_id/turns/:turn_id/again': [noOne, () => ({ body: { turn_id: newId() } })],
    'POST /api/v1/spaces/:space_id/turns/:turn_id/retry': [owner, () => ({ body: { wants: null } })],
    'GET /api/v1/spaces/:space_id/costs': [everyone],
    'PUT /api/v1/spaces/:space_id/members/:user_id': [hosts, () => ({ body: { role: 'listener' } })],
    'DELETE /api/v1/spaces/:space_id/members/:user_id': [hosts],
    'PUT /api/v1/spaces/:space_id': [hosts, () => ({ body: { name: 'Orchard' } })],
    'POST /api/v1/spaces/:space_id/sessions': [
      hosts,
      ({ now }) => ({ body: { session_id: newId(), ...when(now) } }),
    ],
    'PUT /api/v1/spaces/:space_id/sessions/:session_id': [hosts, ({ now }) => ({ body: when(now) })],
    'DELETE /api/v1/spaces/:space_id/sessions/:session_id': [hosts],
    'DELETE /api/v1/spaces/:space_id': [owner],
    'POST /api/v1/spaces/:space_id/archive': [owner, () => ({ body: { is_archived: true } })],
    'POST /api/v1/spaces/:space_id/owner': [owner, ({ user_id }) => ({ body: { user_id } })],
    'POST /api/v1/spaces/:space_id/leave': [{ owner: 403, host: 200, member: 200, listener: 200 }],
    // Without a code: people in it stay, and for everyone else it does not exist.
    'POST /api/v1/spaces/:space_id/join': [everyone, () => ({ body: {} })],
  };

test('every endpoint of a space is in the table', () => {
  const ofSpaces = [...endpoints.keys()].filter((one) => one.includes('/spaces/:space_id'));
  expect(Object.keys(table).sort()).toEqual(ofSpaces.sort());
});

describe.each(serviceDatabases)('on %s', (dialect) => {
  test('what each may do is sent along as `can`, by one table [SPACE-21]', async () => {
    const scene = await startScene(dialect);
    const { space, link, ada, ben, joe, dan } = scene;
    const as = (one: typeof ada) => inSpaces(scene, one);
    for (const one of [joe, dan]) await as(one).join(space, link.code);
    await as(ada).setMember(space, joe, { role: 'host' });
    await as(ada).setMember(space, dan, { role: 'listener' });
    for (const members_invite of [true, false]) {
      await as(ada).change(space, { members_invite });
      for (const [role, one] of Object.entries({ owner: ada, host: joe, member: ben, listener: dan })) {
        const standing = {
          role: role as SpaceRole,
          is_muted: false,
          is_archived: false,
          members_invite,
        };
        expect((await as(one).read(space)).body).toMatchObject({ role, can: spaceRights(standing) });
      }
    }
  });

  test.each(Object.entries(table))(
    'who may %s, and for whom it does not exist [SPACE-21 SPACE-22 CHECK-44]',
    async (endpoint, [rights, request]) => {
      const scene = await startScene(dialect);
      const { space, post, turn, session, link, ada, ben, joe, dan, kim, eve, amy } = scene;
      const as = (one: typeof ada) => inSpaces(scene, one);
      for (const one of [joe, dan, eve]) expect((await as(one).join(space, link.code)).status).toBe(200);
      await as(ada).setMember(space, joe, { role: 'host' });
      await as(ada).setMember(space, dan, { role: 'listener' });
      await as(ada).remove(space, eve);
      const other = kim;
      await other.become({ privacy_allow_invites: true });
      const people = { owner: ada, host: joe, member: ben, listener: dan } as const;
      // Outsiders: a stranger, who is blocked as well, a removed member and a visitor.
      const outside: [Who, string | undefined][] = [
        ['stranger', amy.token],
        ['removed', eve.token],
        ['anonymous', undefined],
      ];
      const route = endpoints.get(endpoint) as Route;
      const things = {
        space_id: space,
        message_id: post,
        session_id: session,
        turn_id: turn,
        invitation_id: link.id,
        other: other.id,
        now: scene.now(),
      };
      const ask = (token: string | undefined, space_id: string, user_id: string) => {
        const all = { ...things, space_id, user_id };
        const more = request?.(all) ?? {};
        return send(scene.url, route, { ...more, params: { ...all, now: '', emoji: '👍' } }, token);
      };
      const withoutId = ({ status, text }: { status: number; text: string }) => ({
        status,
        text: text.replace(/"request_id":"[^"]*"/, ''),
      });

      for (const [who, token] of outside) {
        const before = await scene.dump();
        const response = await ask(token, space, ben.id);
        const expected = rights[who] ?? (token ? 404 : 401);
        expect({ who, status: response.status }).toEqual({ who, status: expected });
        if (expected !== 200) {
          expect(withoutId(response)).toEqual(withoutId(await ask(token, newId(), ben.id)));
        }
        expect(await scene.dump()).toEqual(before);
      }
      // Starting with those who have the fewest rights.
      for (const who of ['listener', 'member', 'host', 'owner'] as const) {
        const before = await scene.dump();
        const { status } = await ask(people[who].token, space, who === 'host' ? ben.id : dan.id);
        expect({ who, status }).toEqual({ who, status: rights[who] });
        if (status !== 200) expect(await scene.dump()).toEqual(before);
      }
    },
  );
});
