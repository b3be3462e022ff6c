import { newId } from '@polylogue/sync';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { inSpaces } from './testing.ts';

const names = ['ada', 'ben', 'eve'] as const;

/** Ben is a member of Ada's space, and a friend of Eve, who is not in it. */
async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, names);
  const of = (name: (typeof names)[number]) => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
  const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
  const id = await ada.make({ name: 'Garden', visibility: 'link' });
  await ben.join(id, (await ada.link(id)).code);
  await circle.befriend(circle.ben, circle.eve);
  return { circle, ada, ben, eve, id };
}
type Scene = Awaited<ReturnType<typeof start>>;

/** What ends a member's right to invite, and what gives it back. */
const endings: [string, (scene: Scene) => Promise<unknown>, (scene: Scene) => Promise<unknown>][] = [
  [
    'members may no longer invite',
    ({ ada, id }) => ada.change(id, { members_invite: false }),
    ({ ada, id }) => ada.change(id, { members_invite: true }),
  ],
  [
    'their maker is muted',
    ({ circle, ada, ben, id }) => ada.setMember(id, ben, { muted_until: circle.now() + 60_000 }),
    ({ ada, ben, id }) => ada.setMember(id, ben, { muted_until: null }),
  ],
  [
    'their maker is a listener',
    ({ ada, ben, id }) => ada.setMember(id, ben, { role: 'listener' }),
    ({ ada, ben, id }) => ada.setMember(id, ben, { role: 'member' }),
  ],
];

describe.each(serviceDatabases)('invitations on %s', (dialect) => {
  test.each(endings)('links and invitations stop working while %s', async (_, end, restore) => {
    const scene = await start(dialect);
    const { ben, eve, id } = scene;
    const { code } = await ben.link(id);
    const { invitation_id } = (await ben.invite(id, eve)).body.invitation;
    await end(scene);
    expect((await eve.byCode(code)).status).toBe(404);
    expect((await eve.join(id, code)).status).toBe(404);
    expect(await eve.received()).toEqual([]);
    expect((await eve.answer(invitation_id, 'accept')).status).toBe(404);
    await restore(scene);
    expect((await eve.byCode(code)).status).toBe(200);
    expect(await eve.received()).toHaveLength(1);
    expect((await eve.answer(invitation_id, 'accept')).status).toBe(200);
  });

  test('a limited account makes no links, and those it made stop working', async () => {
    const { circle, ben, eve, id } = await start(dialect);
    const { code } = await ben.link(id);
    await circle.ben.become({ user_standing: 'limited' });
    expect((await ben.link(id)).status).toBe(403);
    expect((await eve.byCode(code)).status).toBe(404);
    expect((await eve.join(id, code)).status).toBe(404);
    expect((await ben.invite(id, eve)).status).toBe(200);
  });

  test('what a limited account sent to people who are not its friends works no more, and again once it is not limited', async () => {
    const { circle, ada, eve, id } = await start(dialect);
    await circle.eve.become({ privacy_allow_invites: true });
    const { invitation_id } = (await ada.invite(id, eve)).body.invitation;
    await circle.ada.become({ user_standing: 'limited' });
    expect(await eve.received()).toEqual([]);
    expect((await eve.answer(invitation_id, 'accept')).status).toBe(404);
    await circle.ada.become({ user_standing: 'good' });
    expect((await eve.answer(invitation_id, 'accept')).status).toBe(200);
  });

  test.each(['taken back', 'declined', 'expired', 'followed by a ban'])(
    'an invitation that was %s no longer shows the name of its space',
    async (how) => {
      const { circle, ada, ben, eve, id } = await start(dialect);
      if (how === 'followed by a ban') {
        await ada.change(id, { visibility: 'public' });
        await eve.join(id);
        await ada.remove(id, eve);
      }
      const { invitation_id } = (await ben.invite(id, eve)).body.invitation;
      await eventually(async () => expect((await eve.notifications()).unread).toBe(1));
      if (how === 'taken back') await ben.revoke(id, invitation_id);
      if (how === 'declined') await eve.answer(invitation_id, 'decline');
      if (how === 'followed by a ban') await ada.remove(id, eve, true);
      if (how === 'expired') {
        circle.pass(15 * 24 * 60 * 60 * 1000);
        circle.eve.token = (await circle.signIn('eve')).body.access_token;
      }
      await circle.db.updateTable('spaces').set({ name: 'Secret' }).where('space_id', '=', id).execute();
      const again = inSpaces(circle, circle.eve);
      expect((await again.notifications()).notifications).toEqual([]);
      expect(await again.received()).toEqual([]);
    },
  );

  test('a person who is invited twice is notified once', async () => {
    const { ben, eve, id } = await start(dialect);
    const first = await ben.invite(id, eve);
    expect((await ben.invite(id, eve)).body.invitation).toEqual(first.body.invitation);
    expect((await ben.sent(id)).body.invitations).toHaveLength(1);
    await eventually(async () => expect((await eve.notifications()).notifications).toHaveLength(1));
  });

  test('a person can invite the same friend ten times a day, even if they take each invitation back', async () => {
    const { ben, eve, id } = await start(dialect);
    for (let count = 0; count < 10; count += 1) {
      const { status, body } = await ben.invite(id, eve);
      expect(status).toBe(200);
      await ben.revoke(id, body.invitation.invitation_id);
    }
    expect(await ben.invite(id, eve)).toMatchObject({
      status: 429,
      body: { message: 'You can invite the same person 10 times a day. Try again tomorrow.' },
    });
  });

  test('only hosts learn that a person is banned', async () => {
    const { ada, ben, eve, id } = await start(dialect);
    await ada.change(id, { visibility: 'public' });
    await eve.join(id);
    await ada.remove(id, eve, true);
    const refused = await ben.invite(id, eve);
    expect(refused.status).toBe(403);
    expect(refused.body.message).not.toContain('ban');
    await ada.setMember(id, ben, { role: 'host' });
    expect((await ben.invite(id, eve)).body.message).toContain('banned');
  });

  test('a member who may change no one does not learn who is or was in the space', async () => {
    const { circle, ada, ben, eve, id } = await start(dialect);
    await ada.change(id, { visibility: 'public' });
    await eve.join(id);
    await circle.eve.block(circle.ben);
    for (const change of [{}, { role: 'host' }, { muted_until: null }, { is_banned: false }] as const) {
      const seen = await ben.setMember(id, eve, change);
      const missing = await ben.setMember(id, { id: newId() }, change);
      expect({ status: seen.status, message: seen.body.message }).toEqual({
        status: missing.status,
        message: missing.body.message,
      });
      expect(seen.status).toBe(403);
    }
  });
});
