import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../platform/database/dialect.ts';
import { startWithCircle } from '../../testing/circle.ts';
import { addCrowd, blockCrowd } from '../../testing/crowd.ts';
import { serviceDatabases } from '../../testing/databases.ts';
import { eventually } from '../../testing/server.ts';
import { connect } from '../../testing/sockets.ts';
import { inSpaces } from './testing.ts';

/** A space of Eve's in which Ada and Ben have spoken to each other, before one blocks the other. */
async function start(dialect: Dialect) {
  const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
  const of = (name: 'ada' | 'ben' | 'eve') => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
  const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
  const id = await eve.make({ visibility: 'public' });
  for (const one of [ada, ben]) await one.join(id);
  const { message_id } = (await ben.post(id, 'bens-words', { mentions: [ada.id] })).body.message;
  const hers = (await eve.post(id, 'eves words', { mentions: [ada.id, ben.id] })).body.message.message_id;
  await eve.post(id, 'An answer', { reply_to: message_id });
  for (const one of [ada, ben]) await one.react(id, hers);
  await ben.react(id, hers, '🎉');
  await eve.setMember(id, ben, { role: 'host' });
  await ben.erase(id, (await ada.post(id, 'Deleted by Ben')).body.message.message_id);
  await ben.schedule(id, { title: 'bens-date', starts_at: circle.now() + 60 * 60 * 1000, minutes: 10 });
  await eventually(async () => expect((await ada.notifications()).unread).toBeGreaterThanOrEqual(3));
  return { circle, ada, ben, eve, id, message_id, hers };
}

describe.each(serviceDatabases)('a block on %s', (dialect) => {
  test.each(['the one who blocked', 'the one who was blocked'])(
    'nothing by the other reaches %s anywhere in a space, and no number is missing [SPACE-25 CHECK-48]',
    async (who) => {
      const { circle, ada, ben, eve, id, message_id, hers } = await start(dialect);
      const before = (await ada.changes(id)).body;
      if (who === 'the one who blocked') await circle.ada.block(circle.ben);
      else await circle.ben.block(circle.ada);
      const head = (await eve.remove(id, ben)).body.head;

      const changes = (await ada.changes(id)).body;
      const answers = {
        changes,
        messages: (await ada.messages(id)).body,
        members: (await ada.members(id)).body,
        one: (await ada.one(id, message_id)).body,
        list: await ada.list(),
        sessions: await ada.sessions(),
        notifications: (await ada.notifications()).notifications,
        invitations: (await ada.sent(id)).body,
      };
      expect(JSON.stringify(answers)).not.toMatch(new RegExp(`${ben.id}|bens-words|bens-date|"ben"|🎉`));
      expect(answers.one.message).toEqual({ seq: expect.any(Number), is_withheld: true });
      expect(answers.notifications.map(({ kind }) => kind)).toEqual(['mention']);
      // The same number of rows: a withheld one has only its number.
      const all = (await eve.changes(id)).body;
      for (const kind of ['members', 'messages', 'sessions'] as const) {
        expect(changes[kind].map(({ seq }) => seq)).toEqual(all[kind].map(({ seq }) => seq));
      }
      expect(changes.messages.filter((row) => 'is_withheld' in row)).toHaveLength(4);
      expect(changes.head).toBe(head);
      const eves = changes.messages.find((row) => 'message_id' in row && row.message_id === hers);
      expect(eves).toMatchObject({ mentions: [ada.id], reactions: [{ emoji: '👍', count: 1 }] });
      expect(changes.messages).toContainEqual(
        expect.objectContaining({ body: 'An answer', reply_to: null, is_reply_withheld: true }),
      );
      // Browsers that fetched it before must fetch it again.
      expect(changes.view).not.toBe(before.view);
      expect((await ada.list())[0]?.unread).toBe(2);
    },
  );

  test.each(['the owner blocked', 'who blocked the owner'])(
    '%s, does not learn from the space who owns it [SPACE-25]',
    async (who) => {
      const { circle, ada, ben, eve, id } = await start(dialect);
      if (who === 'the owner blocked') await circle.eve.block(circle.ada);
      else await circle.ada.block(circle.eve);
      await eve.change(id, { about: 'Beans' });
      const answers = async (one: typeof ada) => [
        (await one.read(id)).body,
        await one.list(),
        (await one.changes(id)).body,
        (await one.members(id)).body,
        (await one.public()).body,
      ];
      expect(JSON.stringify(await answers(ben))).toContain(`"owner_id":"${eve.id}"`);
      const seen = JSON.stringify(await answers(ada));
      expect(seen).toContain('Beans');
      expect(seen).not.toContain(eve.id);
    },
  );

  test('who is behind a block learns nothing of the other’s sessions, and of others’ what changes but not from whom [SPACE-25]', async () => {
    const { circle, ada, ben, eve, id } = await start(dialect);
    await circle.ada.block(circle.ben);
    const starts_at = circle.now() + 2 * 60 * 60 * 1000;
    const [bens] = (await eve.sessions()).filter(({ title }) => title === 'bens-date');
    await eve.move(id, bens?.session_id ?? '', { starts_at, minutes: 10 });
    const { session_id } = (await eve.schedule(id, { title: 'eves-date', starts_at, minutes: 10 })).body
      .session;
    await ben.cancel(id, session_id);
    await eventually(async () =>
      expect((await eve.notifications()).notifications).toMatchObject([{ kind: 'session-cancelled' }]),
    );
    // Written after the news of the session that was moved.
    await eventually(async () =>
      expect((await ben.notifications()).notifications.map(({ kind }) => kind)).toContain('session-moved'),
    );
    const ofSessions = async () =>
      (await ada.notifications()).notifications.filter(({ kind }) => kind.startsWith('session'));
    expect(await ofSessions()).toMatchObject([
      { kind: 'session-cancelled', session_title: 'eves-date', by: null },
    ]);
    // Of these, each notice is sent with nothing but its number.
    const notices = (await ada.changes(id)).body;
    expect(JSON.stringify(notices)).not.toContain('bens-date');
    // Nor when the block has ended.
    await circle.ada.unblock(circle.ben);
    expect(await ofSessions()).toMatchObject([{ kind: 'session-cancelled', by: null }]);
    expect(JSON.stringify((await ada.changes(id)).body)).toContain('bens-date');
  });

  test('more blocks by and against a member than a query may list silence nobody, and that member reads on', async () => {
    const { circle, ada, ben, eve, id } = await start(dialect);
    const database = await circle.database();
    await addCrowd(database, { size: 33_000 });
    for (const by of ['person', 'crowd'] as const) await blockCrowd(database, ben.id, by);
    const { head } = (await ada.changes(id)).body;
    const sockets = await Promise.all(
      [circle.ada, circle.ben].map(({ token }) => connect(circle, token, { [id]: head })),
    );
    await eve.post(id, 'For all');
    for (const socket of sockets) {
      const { rows } = await socket.next('feed');
      expect(rows.messages).toMatchObject([{ body: 'For all' }]);
    }
    await ben.post(id, 'From someone with many blocks');
    expect((await sockets[0]?.next('feed', ({ before }) => before > head))?.rows.messages).toMatchObject([
      { body: 'From someone with many blocks' },
    ]);
    const answers = [
      await ben.changes(id),
      await ben.messages(id),
      await ben.members(id),
      await ben.sent(id),
      await ben.public(),
      await ben.read(id),
      await ben.costs(id),
      await ben.setOwn(id, { read_number: 1 }),
      await ben.schedule(id, { title: 'Tea', starts_at: circle.now() + 9_000_000, minutes: 10 }),
      ...(await Promise.all(
        [
          '/spaces',
          '/sessions',
          '/notifications',
          '/spaces/invitations',
          '/spaces/own-posts',
          '/user/blocked',
        ].map((path) => ben.request('GET', path)),
      )),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('actions on a post behind a block are refused as if it did not exist [SPACE-25]', async () => {
    const { circle, ada, ben, eve, id, message_id } = await start(dialect);
    await circle.ben.block(circle.ada);
    for (const response of [
      await ada.react(id, message_id),
      await ada.unreact(id, message_id),
      await ada.post(id, 'What?', { reply_to: message_id }),
    ]) {
      expect(response.status).toBe(404);
    }
    expect((await ada.post(id, 'Hey, @ben')).body.message.mentions).toEqual([]);
    await ada.post(id, 'Hey', { mentions: [ben.id] });
    await ada.post(id, 'Hey, all', { mentions: [eve.id] });
    await eventually(async () => expect((await eve.notifications()).unread).toBe(2));
    expect((await ben.notifications()).notifications.filter(({ by }) => by?.username === 'ada')).toEqual([]);
    await circle.ben.unblock(circle.ada);
    expect((await ben.notifications()).notifications.filter(({ by }) => by?.username === 'ada')).toEqual([]);
    expect((await ada.react(id, message_id)).status).toBe(200);
    expect(JSON.stringify((await ada.changes(id)).body)).toContain('bens-words');
  });

  test('a host is not told of invitations by or to people behind a block [SPACE-25]', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve', 'kim']);
    const of = (name: 'ada' | 'ben' | 'eve') => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
    const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
    const id = await eve.make({ visibility: 'public' });
    for (const one of [ada, ben]) {
      await one.join(id);
      await eve.setMember(id, one, { role: 'host' });
    }
    await circle.kim.become({ privacy_allow_invites: true });
    await ben.link(id);
    await eve.invite(id, circle.kim);
    const known = async () => (await ada.sent(id)).body.invitations.length;
    expect(await known()).toBe(2);
    await circle.ada.block(circle.ben);
    expect(await known()).toBe(1);
    await circle.kim.block(circle.ada);
    expect(await known()).toBe(0);
    expect((await eve.sent(id)).body.invitations).toHaveLength(2);
  });

  test('their spaces are not among the public ones, and their invitation disappears', async () => {
    const { circle, ada, eve } = await start(dialect);
    const other = await eve.make({ name: 'Orchard', visibility: 'public' });
    const shed = await eve.make({ name: 'Shed' });
    await circle.ada.become({ privacy_allow_invites: true });
    await eve.invite(shed, ada);
    const [invitation] = await ada.received();
    await circle.eve.block(circle.ada);
    expect((await ada.public('?q=orch')).body.spaces).toEqual([]);
    expect((await ada.join(other)).status).toBe(404);
    expect(await ada.received()).toEqual([]);
    expect((await ada.answer(invitation?.invitation_id ?? '', 'accept')).status).toBe(404);
  });

  test('the invitation of someone blocked hides nobody else’s to the same space', async () => {
    const circle = await startWithCircle(dialect, ['ada', 'ben', 'eve']);
    const of = (name: 'ada' | 'ben' | 'eve') => ({ ...inSpaces(circle, circle[name]), id: circle[name].id });
    const [ada, ben, eve] = [of('ada'), of('ben'), of('eve')];
    const id = await ben.make({ visibility: 'public' });
    await eve.join(id);
    await circle.ada.become({ privacy_allow_invites: true });
    await ben.invite(id, ada);
    circle.pass(1);
    await eve.invite(id, ada);
    expect(await ada.received()).toMatchObject([{ by: { username: 'eve' } }]);
    await circle.ada.block(circle.eve);
    expect(await ada.received()).toMatchObject([{ by: { username: 'ben' } }]);
  });
});
